/** The desk of a cash night: lists, tables, bank. */

import { field, sentForm } from "../common/dialogs.js";
import { $, dress, h, kept } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { t } from "../common/language.js";
import { inMoney, useMoney } from "../common/money.js";
import { asRefused } from "../room/api.js";
import { newId } from "../room/socket.js";
import { refusal, trouble } from "../room/trouble.js";
import { bankParts, RECEIPTS } from "./bank.js";
import { Follower } from "./follow.js";
import { listParts } from "./lists.js";
import { moreParts } from "./more.js";
import { deskOf, enterBy, give, receiptOf, regularsOf, roleAt } from "./routes.js";
import { tableParts } from "./tables.js";
import { kindOf } from "./words.js";

/**
 * @import { CashDesk, CashDoForm, CashDone, CashRegulars } from "sidepot/protocol"
 * @typedef {{ night: string, state: CashDesk, now: number, regulars: CashRegulars["regulars"], may: (command: string) => boolean,
 *   give: (id: string, command: CashDoForm["do"], person?: number) => Promise<unknown>, act: (command: CashDoForm["do"]) => Promise<void>, again: () => Promise<void> }} Desk
 */

dress();

const night = decodeURIComponent(location.pathname.split("/").filter(Boolean).at(-1) ?? "");
let isLost = false;
/** @type {CashRegulars["regulars"]} the people of the club */
let regulars = [];

/** @type {Follower<CashDesk>} */
const follower = new Follower({
  fetch: () => deskOf(night),
  show() {
    isLost = false;
    draw();
  },
  failed(caught) {
    const { status } = asRefused(caught);
    if (status === 401) {
      gate();
      return;
    }
    isLost = !status;
    if (status) trouble(refusal(caught));
    draw();
  },
});

async function begin() {
  ({ regulars } = await regularsOf(night).catch(() => ({ regulars: [] }))); // without them, names are typed
  await follower.begin(night);
}

/**
 * Give a command, and look at once.
 * @param {string} id
 * @param {CashDoForm["do"]} command
 * @param {number} [person]
 */
async function send(id, command, person) {
  const done = await give(night, id, command, person);
  trouble("");
  await follower.look();
  showReceipt(done);
  return done;
}

/**
 * What was recorded last, with its receipt to print.
 * @param {CashDone} done
 */
function showReceipt({ lines = [] }) {
  const found = (follower.state?.lines ?? []).map(({ line }) => line).find(({ number, kind }) => lines.includes(number) && RECEIPTS.includes(kind));
  $("#done").hidden = !found;
  if (!found) return;
  const { number, kind, chips, player } = found;
  put($("#done"), el("span", {}, [t("No. {line}", { line: number }), kindOf(kind), player, inMoney(chips)].filter(Boolean).join(" · ")),
    el("a", { class: "quiet desk-small cash-print", href: receiptOf(night, number), target: "_blank", rel: "noopener" }, t("Print the receipt")));
}

/**
 * Give a command by one tap: what is refused is said above.
 * @param {CashDoForm["do"]} command
 */
async function act(command) {
  try {
    await send(newId(), command);
  } catch (caught) {
    trouble(refusal(caught));
    $("#trouble").scrollIntoView({ block: "nearest" });
  }
}

function gate() {
  const place = $("#gate");
  $("#desk").hidden = $("#tabs").hidden = true;
  place.hidden = false;
  if (place.childElementCount) return;
  const pin = h("input", { type: "text", inputmode: "numeric", autocomplete: "one-time-code", required: true, maxlength: "6", pattern: "\\d{6}", class: "desk-pin-field" });
  const name = h("input", { type: "text", required: true, maxlength: "24", autocomplete: "nickname", value: kept.get("desk.name", "") });
  const enter = async () => {
    await enterBy(night, pin.value.trim(), name.value.trim());
    kept.set("desk.name", name.value.trim());
    put(place);
    place.hidden = true;
    await begin();
  };
  put(place, h("h1", {}, t("Cash night")), h("p", { class: "hint" }, t("Ask the host for the PIN of your role.")),
    sentForm(enter, [field(t("PIN"), pin, t("six digits")), field(t("Your name"), name, t("it is shown with everything you do"))], t("Sign in"), () => pin.select()));
  pin.focus();
}

// ---- what there is to see

function draw() {
  const { state } = follower;
  put($("#state"), isLost ? t("No connection to the room") : state?.over ? t("The night is over") : (state?.frozen ?? "") ? t("Stopped after an error") : "");
  if (!state) return;
  const found = state;
  useMoney(found.unit);
  $("#desk").hidden = $("#tabs").hidden = false;
  put($("#title"), found.title);
  document.title = `${found.title} – sidepot`;
  put($("#figures"), [[t("Bank"), found.bank.cash], [t("In play"), found.bank.in_play]].map(([name, amount]) =>
    el("div", {}, el("dt", {}, String(name)), el("dd", {}, inMoney(Number(amount))))));
  /** @type {Desk} */
  const desk = { night, state: found, now: follower.now(), regulars, may: (command) => found.may.includes(command), give: send, act, again: () => follower.look() };
  put($("#lists"), listParts(desk));
  put($("#tables"), tableParts(desk));
  put($("#bank"), bankParts(desk));
  put($("#more"), moreParts(desk));
}

/** @param {string} tab */
function openTab(tab) {
  $("#desk").dataset.open = tab;
  $("#done").hidden = true;
  scrollTo(0, 0);
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#tabs button"))) {
    if (one.dataset.tab === tab) one.setAttribute("aria-current", "true");
    else one.removeAttribute("aria-current");
  }
}

for (const one of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#tabs button"))) {
  one.addEventListener("click", () => openTab(one.dataset.tab ?? "lists"));
}
openTab("lists");
setInterval(() => follower.state && draw(), 1000); // calls run out
try {
  const { role } = await roleAt(night);
  await (role ? begin() : gate());
} catch (caught) {
  $("#desk").hidden = false;
  trouble(refusal(caught));
}
