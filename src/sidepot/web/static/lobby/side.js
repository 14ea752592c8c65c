/** What is beside the tables of the lobby: the next tournament, who is here, and one's own last night. */

import { el } from "../common/element.js";
import { DATES, t, tn } from "../common/language.js";
import { titleIn } from "../common/sentences.js";
import { nightBooks, nights } from "../room/api.js";
import { periodName, signed, wayOf } from "../nights/periods.js";

/** @import { Night, TournamentLine } from "sidepot/protocol" */
/** @import { Child } from "../common/element.js" */
/** @import { Summary } from "../room/messages.js" */

/** One's last night, and the people one played with. @typedef {{ night: Night | null, friends: Set<string> }} Last */

/**
 * The last night of this person; nothing for a newcomer.
 * @returns {Promise<Last>}
 */
export async function lastNight() {
  try {
    const night = (await nights(0)).nights[0] ?? null;
    const players = night ? (await nightBooks(night.date)).players : [];
    const hasPlayed = players.some(({ you }) => you); // a host reads the nights of others, too
    return { night: hasPlayed ? night : null, friends: new Set(players.filter(({ bot, you }) => !bot && !you).map(({ player }) => player)) };
  } catch {
    return { night: null, friends: new Set() }; // the lobby needs neither
  }
}

/**
 * @param {string} title
 * @param {...Child} children
 */
const card = (title, ...children) => el("section", { key: title, class: "side-card" }, el("h2", {}, title), children);

const SOON = new Intl.DateTimeFormat(DATES, { weekday: "short", hour: "2-digit", minute: "2-digit" });

/** @param {readonly TournamentLine[]} lines */
function nextTournament(lines) {
  const [next] = [...lines].sort((one, other) => (one.starts_at || Infinity) - (other.starts_at || Infinity));
  if (!next) return null;
  const { id, title, game, players = 0, most = 0, starts_at: starts = 0 } = next;
  const entered = most ? t("{players} of {most} registered", { players, most }) : t("{players} entered", { players });
  return card(
    t("Next tournament"),
    el("p", {}, el("strong", {}, title)),
    el("p", { class: "side-words" }, [starts ? SOON.format(starts) : t("When it is full"), titleIn(game)].join(" · ")),
    el("p", { class: "side-words" }, entered),
    el("a", { class: "quiet", href: `/tournament/${encodeURIComponent(id)}` }, t("Register")),
  );
}

const FEW = 8; // names that are shown before the others are counted

/**
 * @param {readonly Summary[]} tables
 * @param {Set<string>} friends
 */
function whoIsHere(tables, friends) {
  const there = new Map(tables.filter(({ phase }) => phase !== "over").flatMap((table) => table.people.map((name) => [name, table])));
  const names = [...there].sort(([one], [other]) => Number(friends.has(other)) - Number(friends.has(one)) || one.localeCompare(other));
  const more = names.length - FEW;
  return card(
    t("Who is here"),
    names.length
      ? el("ul", { class: "side-people" }, names.slice(0, FEW).map(([name, table]) =>
        el("li", { key: name }, el("a", { href: `/table/${encodeURIComponent(table.id)}` }, el("strong", {}, name), el("small", {}, table.title)))))
      : el("p", { class: "side-words" }, t("Nobody is at a table. Invite your friends.")),
    more > 0 && el("p", { class: "side-words" }, tn("{count} other", "{count} others", more)),
  );
}

/** @param {Night | null} night */
const ownNight = (night) =>
  night &&
  card(
    t("Your last night"),
    el("p", {}, el("a", { href: `/nights#${night.date}` }, periodName(night.date))),
    el("p", { class: `side-result ${wayOf(night.mine ?? 0)}` }, signed(night.mine ?? 0, night.decimals)),
    el("p", { class: "side-words" }, t("{players} at {tables}", { players: tn("{count} player", "{count} players", night.players), tables: tn("{count} table", "{count} tables", night.tables) })),
  );

/**
 * @param {readonly Summary[]} tables
 * @param {readonly TournamentLine[]} tournaments
 * @param {Last} last
 */
export const sideOf = (tables, tournaments, last) => [nextTournament(tournaments), whoIsHere(tables, last.friends), ownNight(last.night)];
