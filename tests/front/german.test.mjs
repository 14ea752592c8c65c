/** The pages in German: words, counts, amounts, cards. */

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.mjs";

localStorage.setItem("sidepot.language", '"de"');
const { language, t, tn } = await import("../../src/sidepot/web/static/common/language.js");
const { cardName, chips, joined } = await import("../../src/sidepot/web/static/common/words.js");
const { chipsIn, useDecimals, inWords, shown, tellIn, written } = await import("../../src/sidepot/web/static/common/units.js");

const { inMoney } = await import("../../src/sidepot/web/static/common/money.js");
const { lineOf, stakesIn } = await import("../../src/sidepot/web/static/common/sentences.js");
const { comingWords } = await import("../../src/sidepot/web/static/desk/tournament.js");
const { whyNot } = await import("../../src/sidepot/web/static/room/trouble.js");
const { wholeState, wholeSummary } = await import("../../src/sidepot/web/static/room/messages.js");

const ACE_OF_SPADES = 51;

test("what the person chose is the language", () => {
  assert.equal(language, "de");
});

test("a text is said in German, with its parts where they belong", () => {
  assert.equal(t("Leave the table?"), "Den Tisch verlassen?");
  assert.equal(t("Call {amount}", { amount: 20 }), "Call 20"); // a text that is not known stays as it is
  assert.equal(cardName(ACE_OF_SPADES), "Pik-Ass");
  assert.equal(t("{one} {two}", { one: "{two}", two: 1 }), "{two} 1");
});

test("one and many are told apart", () => {
  assert.deepEqual([tn("{count} hand", "{count} hands", 1), tn("{count} hand", "{count} hands", 1200)], ["1 Hand", "1.200 Hände"]);
  assert.equal(joined(["Ann", "Bo", "Cy"]), "Ann, Bo und Cy");
});

test("amounts are written and read as in German", () => {
  const state = { facts: { blinds: [10, 20] } };
  assert.equal(chips(1317), "1.317");
  assert.equal(chipsIn(chips(1317)), 1317);
  assert.deepEqual([chipsIn("1.317"), chipsIn("12.000"), chipsIn("1 317"), chipsIn("2.5")], [1317, 12000, 1317, 2.5]); // 2.5: part of a chip
  tellIn(state, true);
  assert.deepEqual([shown(50), inWords(20), inWords(50)], ["2,5\u00a0BB", "1 Big Blind", "2,5 Big Blinds"]);
  assert.deepEqual([chipsIn("2,5"), chipsIn(written(50)), chipsIn("2.5")], [50, 50, 50]);
  tellIn(state, false);
});

test("a table of a tournament has a German title, and any other keeps its own", () => {
  assert.equal(wholeState({ title: "Samstag, table 12", title_sentence: ["{}, table {}", "Samstag", "12"] }).title, "Samstag, Tisch 12");
  assert.equal(wholeSummary(/** @type {any} */ ({ title: "Our table" })).title, "Our table");
});

test("the stakes that come next are said in German", () => {
  const next = { next: "blinds 1000/2000", next_parts: [["blinds {}", "1000/2000"]], next_break: 0, running: true, is_break: false };
  assert.equal(comingWords(/** @type {any} */ (next)), "dann Blinds 1.000/2.000");
});

test("a refusal has its amounts in German, and else the words for its kind", () => {
  const sentence = ["{player} must buy in for at least {least}, not {stack}", "Ann", 4000, 100];
  const refused = { because: "Ann must buy in for at least 4000, not 100", code: "buy_in_too_small" };
  assert.equal(whyNot({ ...refused, sentence: /** @type {any} */ (sentence) }), "Das Buy-in von Ann muss mindestens 4.000 sein, nicht 100");
  assert.equal(whyNot({ ...refused, sentence: /** @type {any} */ ([]) }), "Das ist weniger als das kleinste Buy-in");
  assert.equal(whyNot({ ...refused, sentence: ["no such sentence {n}", 1] }), "Das ist weniger als das kleinste Buy-in");
});

test("where a chip is 0.01, amounts have a comma, and a point is read too", () => {
  useDecimals(2);
  assert.deepEqual([50, 150, 123456].map(shown), ["0,50", "1,50", "1.234,56"]);
  assert.deepEqual(["1,5", "1.5", "1.234,56", "1.000", "0,25"].map(chipsIn), [150, 150, 123456, 100000, 25]);
  assert.equal(stakesIn("No limit, blinds 0.25/0.50", [["no limit"], ["blinds {}", "0.25/0.50"]]), "No Limit, Blinds 0,25/0,50");
  useDecimals(0);
});

test("money is written with a comma, and its sign after it", () => {
  assert.equal(inMoney(123_450, { decimals: 2, currency: "EUR" }), "1.234,50\u00a0€");
  assert.deepEqual(lineOf(["{player} is paid {amount}", "Ann", ["{money}", 1250, 2, "EUR"]]), { text: "Ann bekommt 12,50\u00a0€ ausgezahlt", isEnglish: false });
});
