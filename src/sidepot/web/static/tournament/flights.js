/** A final day and its flights: which there are and how they stand, who came through with how many chips. */

import { el } from "../common/element.js";
import { t, tn } from "../common/language.js";
import { chips, percent } from "../common/words.js";
import { pageOf } from "./calls.js";
import { dateWords, listWords, stackWords, startWords } from "./figures.js";
import { isOver } from "./payouts.js";

/**
 * @import { TournamentLine, FlightLine } from "sidepot/protocol"
 * @import { About, Fact, Own, Tournament } from "./figures.js"
 */

/** Which stack of a player counts who comes through several flights. @type {Record<string, string>} */
const STACKS = { best: t("the best stack counts"), first: t("the first stack counts"), all: t("all stacks are added up") };

/**
 * What the terms say of flights; nothing where there are none.
 * @param {About} about
 * @returns {Fact[]}
 */
export function flightFacts(about) {
  const { flight, flights, flight_levels: level, flight_left: left, flight_percent: part, flight_stacks: stacks } = about;
  if (!flight && !flights.length) return [];
  /** @type {Fact[]} */
  const facts = flights.length ? [[t("Flights"), flights.join(", ")]] : [[t("Flight"), flight]];
  facts.push([t("A flight ends"), left ? tn("after level {level}, or with {count} player left", "after level {level}, or with {count} players left", left, { level }) : part ? t("after level {level}, or with {percent} of its entries left", { level, percent: percent(part / 100) }) : t("after level {level}", { level })]);
  facts.push([t("Through in several flights"), STACKS[stacks] ?? STACKS.best]);
  return facts;
}

/**
 * What a final day waits for before its start, or its end where staff have called it off.
 * @param {Tournament} now
 * @param {number} at
 */
export function waitWords(now, at) {
  const missing = now.flights.filter(({ over = false }) => !over).length;
  if (!missing) return startWords(now.about, now.players, at);
  if (now.why) return tn("Cancelled: {why}. It ends after {count} more flight", "Cancelled: {why}. It ends after {count} more flights", missing, { why: now.why });
  const when = now.about.starts_at ? ` · ${dateWords(now.about.starts_at)}` : "";
  return tn("The final day starts after {count} more flight", "The final day starts after {count} more flights", missing) + when;
}

/**
 * Who came through a flight that is over.
 * @param {Tournament} now
 */
export const throughWords = (now) => tn("{through} of {count} player are through to the final day", "{through} of {count} players are through to the final day", now.players, { through: chips(now.bags.length) });

/**
 * How a flight stands; `line` is that of the list of all tournaments, while it has one.
 * @param {FlightLine} flight
 * @param {TournamentLine | undefined} line
 * @param {number} at
 */
export function flightWords({ starts_at: starts = 0, over = false, through = 0 }, line, at) {
  if (line?.phase === "called off") return t("Cancelled");
  if (over) return tn("{count} player through", "{count} players through", through);
  if (line) return listWords(line, at);
  return starts ? dateWords(starts) : "";
}

/**
 * The flights of a final day, each with its page, and the way into it.
 * @param {Tournament} now
 * @param {readonly TournamentLine[]} lines
 * @param {ReadonlySet<string>} mine
 * @param {number} at
 * @param {(flight: string) => unknown} register
 */
export function flightRows(now, lines, mine, at, register) {
  return now.flights.map((flight) => {
    const { name, tournament = "" } = flight;
    const line = lines.find(({ id }) => id === tournament);
    const isOpen = line?.entry_open && !mine.has(tournament);
    return el("li", { class: mine.has(tournament) ? "is-marked" : "" },
      el("span", {}, tournament ? el("a", { href: pageOf(tournament) }, name) : name, mine.has(tournament) && el("b", {}, t("You are registered"))),
      el("small", {}, flightWords(flight, line, at)),
      isOpen && el("button", { type: "button", class: "quiet", "data-flight": name, onclick: () => register(tournament) }, t("Register")));
  });
}

/**
 * The bags, the largest first.
 * @param {Tournament} now
 * @param {Own} own
 */
export const bagRows = (now, own) => now.bags.map((bag) =>
  el("li", { class: bag.player === own.name ? "is-marked" : "" }, el("span", {}, el("span", { class: "at" }, `${bag.place}. `), bag.player), el("small", {}, stackWords(bag))));

/** @param {Tournament} now */
export const hasFlights = (now) => now.flights.length > 0 && !isOver(now);
