/** Lines of the log as data, in German and in English; names of hands; amounts as the viewer has chosen. */

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.mjs";

localStorage.setItem("sidepot.language", '"de"');
const { actOf, titleIn, handOf, lineOf, stakesIn, textIn } = await import("../../src/sidepot/web/static/common/sentences.js");
const { chips } = await import("../../src/sidepot/web/static/common/words.js");
const { tellIn } = await import("../../src/sidepot/web/static/common/units.js");
const { refusalWords } = await import("../../src/sidepot/web/static/common/language.js");

const BLINDS = { facts: { blinds: [10, 20] } };

test("a number out of its bounds is told with them", () => {
  assert.equal(textIn("rounds: expected 0 to 99", ["{field}: expected {least} to {most}", "rounds", "0", "99"]), "rounds: möglich ist 0 bis 99");
});

test("a line is said in German, with the parts of its parts", () => {
  const wins = ["{} wins {}: {}", "Ann", ["the pot of {}", 60], ["two pair, aces and eights, jack kicker"]];
  assert.deepEqual(lineOf(wins), { text: "Ann gewinnt den Pot von 60: Zwei Paare, Asse und Achten, Kicker Bube", isEnglish: false });
  const shared = ["{players} share {pot}", ["{} and {}", ["{} ({})", "Ann", 30], ["{} ({})", "Bo", 30]], ["side pot {} ({})", "2", 60]];
  assert.equal(lineOf(shared).text, "Ann (30) und Bo (30) teilen Side Pot 2 (60)");
});

test("a line of which a part is not known stays English as a whole", () => {
  assert.deepEqual(lineOf(["{} shows {}: {}", "Ann", "K♠", ["a fine hand"]]), { text: "Ann shows K♠: a fine hand", isEnglish: true });
  assert.deepEqual(lineOf(["Something new of {}", 5]), { text: "Something new of 5", isEnglish: true });
});

test("amounts are told in big blinds, and what else is counted is not", () => {
  tellIn(BLINDS, true);
  assert.equal(lineOf(["{player} sits down in seat {seat} with {chips}", "Ann 20", "3", 400]).text, "Ann 20 setzt sich auf Platz 3, mit 20\u00a0BB");
  assert.deepEqual([actOf("raises to 60", true).text, actOf("draws 2", false).text], ["erhöht auf 3\u00a0BB", "tauscht 2"]);
  tellIn(BLINDS, false);
  assert.equal(actOf("raises to 1200", true).text, "erhöht auf 1.200");
});

test("hands have German names", () => {
  const names = {
    "Pair of kings": "Paar Könige",
    "pair of deuces, with a king to play": "Paar Zweien, Kicker König",
    "Three of a kind, queens; in hand: pair of tens": "Drilling Damen; In der Hand: Paar Zehnen",
    "board 1: ace high; board 2: full house, fives full of sixes": "Board 1: Ass hoch; Board 2: Full House, Fünfen voll mit Sechsen",
    "high with straight, five high; low with wheel, 5-4-3-2-A": "High mit Straße bis Fünf; Low mit Wheel, 5-4-3-2-A",
    "three-card badugi, 10-7-A; ten-nine low, 10-9-7-5-A": "Badugi aus drei Karten, 10-7-A; Zehn-Neun-Low, 10-9-7-5-A",
    "Flop, run 2": "Flop, Lauf 2",
    "run 1 comes first": "Lauf 1 kommt zuerst",
  };
  for (const [english, german] of Object.entries(names)) assert.deepEqual(handOf(english), { text: german, isEnglish: false });
  assert.deepEqual(handOf("Pair of trees"), { text: "Pair of trees", isEnglish: true });
});

test("reasons are German, with amounts as they are shown", () => {
  tellIn(BLINDS, true);
  assert.equal(lineOf(["You may call {amount}: the bet is {bet} and you have {own} in front of you", 20, 60, 40]).text, "Du darfst 1\u00a0BB callen: der Einsatz ist 3\u00a0BB, und vor dir liegen 2\u00a0BB");
  assert.equal(lineOf(["You may bet {amount} at most: {share} of the pot, which is {pot}, and the smallest chip in play is {chip}", 60, "1/2", 120, 20]).text,
    "Du darfst höchstens 3\u00a0BB setzen: 1/2 des Pots, das sind 6\u00a0BB, und der kleinste Chip im Spiel ist 1\u00a0BB");
  tellIn(BLINDS, false);
});

test("a number in a reason that is no amount stays, and so does a name", () => {
  tellIn(BLINDS, true);
  assert.equal(lineOf(["You may exchange up to {cards} of your cards, or stand pat", "3"]).text, "Du darfst bis zu 3 Karten tauschen oder alle behalten");
  assert.equal(lineOf(["If you call, you contest the main pot of {} and side pot {} ({}), as of now", 40, "1", 60]).text,
    "Wenn du callst, spielst du um den Main Pot von 2\u00a0BB und Side Pot 1 (3\u00a0BB), nach jetzigem Stand");
  const contests = "{player} is all-in: it contests {amount} from each opponent, and what is put in above that makes a side pot for the others";
  assert.ok(lineOf([contests, "Ann 20", 60]).text.startsWith("Ann 20 ist all-in und spielt um 3\u00a0BB von jedem Gegner"));
  tellIn(BLINDS, false);
});

test("a reason without German words stays English, and is known as such", () => {
  assert.deepEqual(lineOf(["You may do {} things", "40"]), { text: "You may do 40 things", isEnglish: true });
  assert.equal(refusalWords("seat_taken"), "Dieser Platz ist besetzt");
  assert.equal(refusalWords("no such code"), "");
});

test("what is to do is said in German, in several clauses too, and one without words stays English", () => {
  const because = ["{} {} {}", ["{player} is the next big blind at table {table}, which has {players} players.", "Ann", "3", "9"], ["Table {table} has {players} players.", "2", "7"], ["Its worst open seat has the big blind in {hands} hands.", "2"]];
  assert.equal(textIn("", because), "Ann ist nächster Big Blind an Tisch 3, wo 9 sitzen. An Tisch 2 sitzen 7. Der schlechteste freie Platz hat dort in 2 Händen den Big Blind.");
  const order = ["Table {table} to {to_table}: {player}, {why}, to seat {seat}", "3", "2", "Ann {} Lee", ["next big blind"], "5"];
  assert.equal(textIn("", order), "Tisch 3 nach 2: Ann {} Lee, nächster Big Blind, auf Platz 5");
  assert.equal(textIn("Table 3 stops: 12000 of it", ["Table {} stops: {}", "3", ["{} of it", 12000]]), "Table 3 stops: 12.000 of it");
  assert.equal(textIn("said long ago"), "said long ago");
});

test("what puts a pot with real chips right is said in German, with the name of the hand", () => {
  const wins = ["{}: {}", ["{players} share {pot}", ["{} and {}", "Ann, Bo", "Cy"], ["the low half"]], ["pair of kings"]];
  assert.equal(textIn("", wins), "Ann, Bo und Cy teilen die Low-Hälfte: Paar Könige");
});

test("the news of a tournament, stakes and titles of games are said in German, with numbers as they are written", () => {
  const moved = ["{}. {}", ["{player} moves from table {from_table} to table {table}, seat {seat}", "Ann", "2", "1", "7"], ["Table {table} is broken: its players draw for the open seats, and take each seat as it is.", "2"]];
  assert.ok(textIn("", moved).startsWith("Ann geht von Tisch 2 an Tisch 1, Platz 7. Tisch 2 "));
  assert.equal(textIn("", ["Level {level}: {stakes}", "9", ["{}, {}", ["blinds {}", ["1000/2000"]], ["ante {} of the big blind", ["2000"]]]]), `Level 9: Blinds ${chips(1000)}/${chips(2000)}, Ante ${chips(2000)} im Big Blind`);
  assert.equal(stakesIn("No limit, blinds 10/20", [["no limit"], ["blinds {}", "10/20"]]), "No Limit, Blinds 10/20");
  assert.equal(stakesIn("Blinds 10/20, a new thing", [["blinds {}", "10/20"], ["a new thing"]]), "Blinds 10/20, a new thing");
  assert.deepEqual([titleIn("Seven-card stud"), titleIn("Our club's game")], ["Seven Card Stud", "Our club's game"]);
  assert.equal(titleIn("Rules of our club, 2024"), "Rules of our club, 2024"); // a year is no amount
});
