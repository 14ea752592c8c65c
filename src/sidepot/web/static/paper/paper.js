/** A sheet to print: the button, the other kind of paper, and its words in the person's language. */

import { $, h } from "../common/dom.js";
import { put } from "../common/element.js";
import { LOCALE, language, tr } from "../common/language.js";
import { lineOf } from "../common/said.js";

/** @import { Said } from "../room/told.js" */

/** @type {[paper: string, name: string][]} */
const PAPERS = [["a4", tr`A4`], ["80mm", tr`80 mm`]];

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
  tr`Print`, tr`Seat slips`, tr`Seats by table`, tr`Schedule`, tr`Race sheet`, tr`Move slips`,
  tr`Receipts`, tr`Sign-in`, tr`History`, tr`Archive`, tr`Table`, tr`Seat`,
  tr`Player`, tr`Starting stack:`, tr`Scan: your seat, the clock, your moves`, tr`Minutes`, tr`From`, tr`Odd chips`,
  tr`Cards`, tr`Gets`, tr`Kept for the winner`, tr`Signature`, tr`Signature:`, tr`Place`, tr`Paid`,
  tr`Won`, tr`Here`, tr`No.`, tr`Seats by name`, tr`Deal`, tr`Chips`, tr`Level`, tr`Stakes`, tr`Name`,
  tr`Game`, tr`Entry`, tr`Starting stack`, tr`Late entry`, tr`none`, tr`Guarantee`, tr`House rules`,
  tr`The house differs from the book`, tr`Rack:`, tr`as before`, tr`In the rack afterwards:`, tr`Still to pay`, tr`Step`, tr`When`,
  tr`Who`, tr`What`, tr`Why`, tr`Prize pool`, tr`Results`, tr`Seats`,
  tr`By the worth of the stacks (ICM)`, tr`By chips`, tr`Evenly`,
  tr`Nobody has a seat yet: draw the seats first.`, tr`No table is open yet.`, tr`No chips leave play any more.`,
  tr`Nobody was moved yet.`, tr`Nobody has entered yet.`,
  tr`We have agreed to divide the prizes that are left as follows.`,
  tr`We agree to divide the prizes that are left as ticked.`,
  tr`A deal is possible once all who are left are paid, and their stacks are counted.`,
];

/** Sentences with names and numbers come with their data; one without words in the person's language is marked. */
function tellAll() {
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-said]"))) {
    const { text, isEnglish } = lineOf(/** @type {Said} */ (JSON.parse(one.dataset.said ?? "[]")));
    if (isEnglish) one.lang = "en";
    else put(one, text);
  }
  const format = new Intl.DateTimeFormat(LOCALE, { day: "2-digit", month: "2-digit", year: "numeric", hour: "2-digit", minute: "2-digit" });
  for (const one of document.querySelectorAll("time")) put(one, tr`${format.format(new Date(one.dateTime))} o'clock`);
  document.title = document.title.replace(/^[^:]+/, () => $("h1").textContent ?? "");
}

if (language !== "en") tellAll();
