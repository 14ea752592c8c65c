/** The rest of what can be reported about a player who goes out: when, with whom in the same hand, and a winner who has moved. */

import { h } from "../common/dom.js";
import { put } from "../common/element.js";
import { t } from "../common/language.js";
import { wholePlayers } from "./tournament.js";
import { PAGE, playersOf } from "./routes.js";

/**
 * @import { Desk } from "./console.js"
 * @import { Player } from "./tournament.js"
 */

const LATELY = 8; // who went out last come first
const MINUTES = [0, 1, 2, 3, 5, 10, 15, 20, 30, 45, 60, 90, 120]; // if a player leaves before a break, nobody may notice for an hour
let fields = 0;

/**
 * @param {Desk} desk
 * @param {Player} player
 * @param {(winner: string) => unknown} won
 */
export function togetherOf(desk, player, won) {
  const ago = h("select", {}, MINUTES.map((minutes) => h("option", { value: String(minutes) }, minutes ? t("{minutes} min ago", { minutes }) : t("now"))));
  const gone = desk.players.filter((one) => isOut(one) && one.player !== player.player).sort((one, other) => other.out_at - one.out_at);
  const whom = nameField(desk, gone.slice(0, LATELY), (one) => isOut(one) && one.player !== player.player);
  const higher = h("select", {}, h("option", { value: "" }, t("equal or unknown")), h("option", { value: "yes" }, t("more chips")), h("option", { value: "no" }, t("fewer chips")));
  const more = h("label", { class: "field", hidden: true }, h("span", {}, t("{player} started the hand with", { player: player.player })), higher);
  whom.input.addEventListener("input", () => (more.hidden = !whom.value()));
  const elsewhere = desk.seated().filter((one) => one.table !== player.table && one.player !== player.player);
  const winner = nameField(desk, elsewhere, (one) => one.status === "seated" && one.player !== player.player);
  const say = h("button", { type: "button", class: "quiet", onclick: () => (winner.value() ? won(winner.value()) : winner.input.focus()) }, t("Won by"));
  const moved = [labelled(t("Won by a player who has moved since"), winner), say];
  const element = isOut(player) ? h("div", { class: "desk-details" }, moved) : h("details", { class: "desk-details" }, h("summary", {}, t("When, and who else went out in the same hand")),
    h("label", { class: "field" }, h("span", {}, t("When")), ago), labelled(t("Also out in the same hand"), whom), more, moved);
  const value = () => ({
    ...(Number(ago.value) && { at: desk.now() - Number(ago.value) * 60_000 }),
    ...(whom.value() && { with: whom.value() }),
    ...(whom.value() && higher.value && { higher: higher.value === "yes" }),
  });
  return { element, value };
}

/** @param {Player} one */
const isOut = ({ status }) => status === "out" || status === "busted";

/**
 * @param {string} label
 * @param {ReturnType<typeof nameField>} name
 */
const labelled = (label, { input, list }) => h("label", { class: "field" }, h("span", {}, label), input, list);

/**
 * A field for the name of a player: one of a list, or in a large tournament two letters, by which names are offered.
 * @param {Desk} desk
 * @param {readonly Player[]} first who are offered before anything is typed
 * @param {(one: Player) => boolean} fits
 */
function nameField(desk, first, fits) {
  const options = (/** @type {readonly string[]} */ some) => some.map((name) => h("option", { value: name }, name));
  let names = first.map(({ player }) => player);
  if (desk.players.length < PAGE) {
    const input = h("select", {}, h("option", { value: "" }, t("nobody")), options(names));
    return { input, list: "", value: () => input.value };
  }
  const list = h("datalist", { id: `names-${++fields}` }, options(names));
  const input = h("input", { type: "text", list: list.id, autocomplete: "off", spellcheck: "false", placeholder: t("Name or two letters") });
  input.addEventListener("input", async () => {
    const text = input.value.trim();
    if (text.length < 2) return;
    const found = wholePlayers(await playersOf(desk.id, text).catch(() => [])).filter(fits);
    if (input.value.trim() !== text || !found.length) return;
    names = found.map(({ player }) => player);
    put(list, options(names));
  });
  const value = () => names.find((name) => name.toLowerCase() === input.value.trim().toLowerCase()) ?? input.value.trim();
  return { input, list, value };
}
