/** A sheet to print: the button, the other kind of paper, and its words in the person's language. */

import { $, h } from "../common/dom.js";
import { put } from "../common/element.js";
import { language, LOCALE, t } from "../common/language.js";
import { lineOf } from "../common/sentences.js";

/** @import { Sentence } from "../room/messages.js" */

/** @type {[paper: string, name: string][]} */
const PAPERS = [["a4", t("A4")], ["80mm", t("80 mm")]];

const address = new URL(location.href);
const now = address.searchParams.get("paper") ?? "a4";

/** @param {string} paper */
function addressOn(paper) {
  const other = new URL(address);
  other.searchParams.set("paper", paper);
  return other.pathname + other.search;
}

$("#print").addEventListener("click", () => print());
put($("#papers"), PAPERS.map(([paper, name]) => h("a", { href: addressOn(paper), "aria-current": paper === now && "true" }, name)));

/** What the server writes on the sheets: the page has these words put into the person's language, as all pages have. */
export const ON_SHEETS = [
  t("Print"), t("Seat slips"), t("Seats by table"), t("Schedule"), t("Race sheet"), t("Move slips"),
  t("Receipts"), t("Sign-in"), t("History"), t("Archive"), t("Table"), t("Seat"),
  t("Player"), t("Starting stack:"), t("Scan: your seat, the clock, your moves"), t("Minutes"), t("From"), t("Odd chips"),
  t("Cards"), t("Gets"), t("Left for the winner"), t("Signature"), t("Signature:"), t("Place"), t("Paid"),
  t("Won"), t("Here"), t("No."), t("Seats by name"), t("Deal"), t("Chips"), t("Level"), t("Stakes"), t("Name"),
  t("Game"), t("Entry"), t("Starting stack"), t("Late registration"), t("none"), t("Guarantee"), t("House rules"),
  t("Where the house differs from the book"), t("Chip rack:"), t("as before"), t("In the rack after that:"), t("Still to pay"), t("Step"), t("When"),
  t("Who"), t("What"), t("Reason"), t("Prize pool"), t("Results"), t("Seats"),
  t("Counted"), t("Check-in"), t("Bounty"), t("Rebuys"), t("Add-on"), t("Scan the code and type your name."),
  t("Receipt"), t("Receipt no."), t("Amount"), t("Owed to"), t("Paid to"), t("Corrects no."), t("Due"), t("Chip"), t("How many"),
  t("Paid later"), t("Scan: your lists and receipts"), t("Books"), t("Bought"), t("Cashed out"), t("Still to get"), t("Payments"), t("To"),
  t("Nobody owes anything."), t("Still open"), t("Lines"), t("the bank"),
  t("By ICM"), t("By chip count"), t("Evenly"),
  t("Bags"), t("Bag slips"), t("Bag"), t("Checked"), t("Flight"), t("Players"), t("Paid entries"), t("In play"), t("Bagged"), t("Forfeited"), t("Carried over"),
  t("All flights"), t("Day 2"), t("yes"), t("Bagged:"), t("Recorded:"), t("Signature of the player:"), t("There are no bags."),
  t("Nobody has a seat yet: draw seats first."), t("No tables are open yet."), t("No more chips leave play."),
  t("Nobody has been moved yet."), t("Nobody has entered yet."),
  t("We have agreed to split the remaining prizes as follows."),
  t("We agree to split the remaining prizes as ticked."),
  t("A deal is possible once all remaining players are in the money and their stacks are counted."),
];

/** Sentences with names and numbers come with their data; one without words in the person's language is marked. */
function tellAll() {
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-sentence]"))) {
    const { text, isEnglish } = lineOf(/** @type {Sentence} */ (JSON.parse(one.dataset.sentence ?? "[]")));
    if (isEnglish) one.lang = "en";
    else put(one, text);
  }
  const format = new Intl.DateTimeFormat(LOCALE, { day: "2-digit", month: "2-digit", year: "numeric", hour: "2-digit", minute: "2-digit" });
  for (const one of document.querySelectorAll("time")) put(one, t("{when} o'clock", { when: format.format(new Date(one.dateTime)) }));
  document.title = document.title.replace(/^[^:]+/, () => $("h1").textContent ?? "");
}

if (language !== "en") tellAll();
