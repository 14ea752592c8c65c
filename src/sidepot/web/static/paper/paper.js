/** A sheet to print: the button, the other kind of paper, and its words in the person's language. */

import { $, h, put } from "../common/dom.js";
import { tr } from "../common/language.js";

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
  tr`Won`, tr`Here`, tr`No.`,
];
