/** The page that settles a hand with real chips; its address holds the hand, so that a link shows it again. */

import { $, dress, h } from "../common/dom.js";
import { put } from "../common/element.js";
import { english, t, word } from "../common/language.js";
import { titleIn, wordsIn } from "../common/sentences.js";
import { chips, cited, wholeIn } from "../common/words.js";
import { ask, asRefused, handPath, post } from "../room/api.js";
import { caseOf, caseOfForm, groupsOf, houseNameOf, linkOf, outOf, playedOf } from "./case.js";

/** @import { Case, Player } from "./case.js" */

/**
 * @import { ListedHouses } from "sidepot/protocol"
 * @import { Sentence } from "../room/messages.js"
 * @typedef {{ text: string, cites: string[], sentence?: Sentence }} Why
 * @typedef {{ name: string, amount: number, eligible: string[], shares: Record<string, number>, why: Why[], carried?: boolean }} Pot
 * @typedef {{ returned: Record<string, number>, pots: Pot[], payouts: Record<string, number>, unpaid: number, why_returned: Why[] }} Settled
 */

dress();

/** @type {Record<string, () => string>} */
const OUT = { folded: () => t("folded"), killed: () => t("killed"), mucked: () => t("mucked") };

/** @type {Record<string, () => string>} */
const DECLARED = { first: () => t("declared the first half"), second: () => t("declared the second half"), both: () => t("declared both halves") };

const START = 3;
const FIELDS = ["board", "best", "low", "game", "dead", "chip"];
const house = /** @type {HTMLSelectElement} */ ($("#house"));

/** The hand of the address, with those facts that have no field. @type {Case | null} */
let kept = null;

/** @param {string} id */
const input = (id) => /** @type {HTMLInputElement} */ ($(`#${id}`));

/** @param {Player} [player] */
function addPlayer(player = { name: "", put: "", folded: false, cards: "" }) {
  const out = outOf(kept, player);
  const isOut = player.folded || out !== "folded";
  const at = $("#players").childElementCount + 1;
  const row = h(
    "li",
    { class: "put-row", "data-out": out, "data-all-in": player.all_in ? "yes" : null, "data-declared": player.declared || null },
    h("label", { class: "field" }, h("span", {}, t("Player {number}", { number: at })), h("input", { type: "text", value: player.name, autocomplete: "off", "data-is": "name" })),
    h("label", { class: "field" }, h("span", {}, t("Chips put in")), h("input", { type: "text", inputmode: "numeric", value: player.put, autocomplete: "off", "data-is": "put" })),
    h("label", { class: "field" }, h("span", {}, t("Cards shown")), h("input", { type: "text", value: player.cards, autocomplete: "off", spellcheck: "false", "data-is": "cards" })),
    h("label", { class: "put-folded" }, h("input", { type: "checkbox", checked: isOut, "data-is": "out" }), h("span", {}, OUT[out]())),
    player.declared && h("span", { class: "put-declared" }, DECLARED[player.declared]?.() ?? player.declared),
  );
  $("#players").append(row);
  return row;
}

/** @returns {Case} */
function caseNow() {
  const players = [...$("#players").children].map((row, at) => {
    /** @param {string} what */
    const part = (what) => /** @type {HTMLInputElement} */ (row.querySelector(`[data-is="${what}"]`));
    const [put, cards] = [part("put").value.trim(), part("cards").value.trim()];
    const { out, allIn, declared } = /** @type {HTMLElement} */ (row).dataset;
    const gone = part("out").checked ? out : "";
    const name = part("name").value.trim() || (put || cards ? t("Player {number}", { number: at + 1 }) : "");
    const player = { name, put, folded: gone === "folded", cards };
    return { ...player, ...(gone === "killed" && { killed: true }), ...(allIn && { all_in: true }), ...(declared && { declared }), mucked: gone === "mucked" };
  });
  const rest = Object.fromEntries(FIELDS.map((id) => [id, input(id).value.trim()]));
  const mucked = (kept?.mucked ?? []).filter((name) => players.some((one) => one.mucked && one.name === name));
  const named = players.filter((one) => one.name).map(({ mucked: _, ...player }) => player);
  const ofHand = kept && house.value === houseNameOf(kept) && { house: kept.house, rulebook: kept.rulebook ?? {} };
  return /** @type {Case} */ ({ players: named, ...rest, mucked, house: house.value, ...ofHand });
}

/** @param {string} because */
function trouble(because) {
  put($("#trouble"), because && english(because));
  $("#trouble").hidden = !because;
}

/** A number as it was typed; what is none goes as it is, and is refused. @param {string} text */
const number = (text) => (Number.isNaN(wholeIn(text)) ? text || 0 : wholeIn(text));

async function settle() {
  const hand = caseNow();
  trouble("");
  history.replaceState(null, "", linkOf(hand));
  try {
    const form = {
      players: hand.players.map((one) => ({ ...one, put: number(one.put) })),
      board: hand.board,
      best: groupsOf(hand.best),
      low: groupsOf(hand.low),
      dead: number(hand.dead),
      chip: number(hand.chip),
      game: hand.game || "holdem",
      house: hand.house || "cash",
      mucked: hand.mucked ?? [],
      rulebook: hand.rulebook ?? {},
    };
    show(/** @type {Settled} */ (await post("/api/settle", form)));
  } catch (caught) {
    put($("#found"));
    trouble(asRefused(caught).because);
  }
}

/** @param {Why[]} why */
const reasons = (why) => why.map((one) => h("p", {}, wordsIn(one.text, one.sentence), one.cites.length > 0 && ` (${one.cites.map(cited).join("; ")})`));

/** A pot by its name in the room: "Main pot", "Side pot 2". @param {string} name */
function potName(name) {
  const [, number] = /^Side pot (\d+)$/.exec(name) ?? [];
  return number ? t("Side pot {number}", { number }) : word(name);
}

/** @param {Record<string, number>} amounts */
const gets = (amounts) => Object.entries(amounts).map(([name, amount]) => h("li", {}, h("strong", {}, name), ` ${chips(amount)}`));

/** @param {Settled} found */
function show(found) {
  put(
    $("#found"),
    Object.keys(found.payouts).length > 0 && h("section", { class: "verdict good" }, h("h2", {}, t("Total")), h("ul", {}, gets(found.payouts))),
    Object.keys(found.returned).length > 0 && h("section", { class: "verdict" }, h("h2", {}, t("Uncalled, returned")), h("ul", {}, gets(found.returned)), reasons(found.why_returned)),
    found.pots.map((pot) =>
      h(
        "section",
        { class: "verdict" },
        h("h2", {}, `${potName(pot.name)} ${chips(pot.amount)}`),
        Object.keys(pot.shares).length > 0 ? h("ul", {}, gets(pot.shares)) : h("p", {}, pot.carried ? t("Carried to the next hand") : t("Open: enter which hands beat which")),
        reasons(pot.why),
      ),
    ),
  );
}

$("#more").addEventListener("click", () => /** @type {HTMLInputElement} */ (addPlayer().querySelector("input")).focus());
$("#hand").addEventListener("submit", (sent) => {
  sent.preventDefault();
  return settle().then(() => $("#found").scrollIntoView({ block: "nearest" }));
});

async function played() {
  const where = playedOf(location.hash);
  try {
    return where && caseOfForm(await ask(`${handPath(where.table, where.hand)}/settle`));
  } catch (caught) {
    trouble(asRefused(caught).because);
    return null;
  }
}

/** Offer the houses of the room, and that of the hand. */
async function offerHouses() {
  /** @type {ListedHouses["houses"]} */
  let known = [];
  try {
    known = /** @type {ListedHouses} */ (await ask("/api/houses")).houses;
  } catch (caught) {
    trouble(asRefused(caught).because);
  }
  const name = houseNameOf(kept);
  const own = typeof kept?.house === "object" ? kept.house : null;
  const others = known.filter(({ id }) => !own || id !== name);
  const offered = others.some(({ id }) => id === name) ? others : [{ id: name, title: own?.title || name }, ...others];
  put(house, offered.map(({ id, title }) => h("option", { value: id }, titleIn(title))));
  house.value = name;
}

kept = caseOf(location.hash) ?? (await played());
await offerHouses();
for (const player of kept?.players ?? []) addPlayer(player);
while ($("#players").childElementCount < START) addPlayer();
if (kept) {
  for (const id of FIELDS) input(id).value = String(/** @type {Record<string, unknown>} */ (kept)[id] ?? input(id).value);
  await settle();
}
