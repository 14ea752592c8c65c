/** Windows over the page: one at a time, closed by Escape, the cross, or a click beside them. */

import { refusal } from "../room/trouble.js";
import { h, kept } from "./dom.js";
import { el, put, readOut } from "./element.js";
import { amountInput, amountWritten, writeAmount } from "./amount_input.js";
import { decimalsNow, inChips, shown, unit } from "./units.js";
import { t } from "./language.js";
import { cited } from "./words.js";

/** @import { Child } from "./element.js" */

/**
 * Close a window, with its answer.
 * @template T
 * @typedef {(answer?: T | null) => void} Close
 */

/** The event of the document when a window has been closed. */
export const CLOSED = "sidepot-window-closed";

/**
 * The window that is open, and how it is closed without an answer.
 * @type {{ made: HTMLDialogElement, leave: () => void } | null}
 */
let open = null;

/**
 * Open a window, and return its answer; null where it is closed without one, or another one takes its place.
 *
 * `body` makes its inside; it gets the function that closes the window with an answer. `asks` names what the window
 * asks for, where that may be settled without it (`closeAsked`). A window that is closed is out of the page at once, and
 * the focus is back where it was: nobody ever meets two.
 * @template T
 * @param {{ title: string, body: (close: Close<T>) => Child, wide?: boolean, asks?: string }} window
 * @returns {Promise<T | null>}
 */
export function openDialog({ title, body, wide = false, asks = "" }) {
  open?.leave();
  return new Promise((resolve) => {
    /** @type {Close<T>} */
    const close = (answer = null) => {
      if (!made.isConnected) return; // it is closed already, and has its answer
      if (open?.made === made) open = null;
      made.close(); // gives the focus back
      made.remove();
      document.dispatchEvent(new Event(CLOSED));
      resolve(answer);
    };
    const leave = () => close();
    const made = h(
      "dialog",
      { class: wide ? "wide" : "", "aria-labelledby": "dialog-title", "data-asks": asks || null },
      h(
        "header",
        {},
        h("h2", { id: "dialog-title" }, title),
        h("button", { type: "button", class: "cross", "aria-label": t("Close"), onclick: leave }, "×"),
      ),
      body(close),
    );
    made.addEventListener("click", (clicked) => clicked.target === made && close());
    made.addEventListener("cancel", (asked) => {
      if (asked.target !== made) return; // a field inside says so of itself
      asked.preventDefault(); // Escape would close it, but leave it in the page for a moment
      close();
    });
    made.addEventListener("close", leave); // a browser may close a window of itself
    document.body.append(made);
    open = { made, leave };
    made.showModal();
    /** @type {HTMLElement | null} */ (made.querySelector("[autofocus]"))?.focus();
  });
}

export const isOpen = () => open !== null;

/**
 * Close the window that asks for this, if it is open: it is settled. Returns whether it was open.
 * @param {string} what
 */
export function closeAsked(what) {
  const asks = open?.made.dataset.asks === what;
  if (asks) open?.leave();
  return asks;
}

/**
 * A question with a yes and a no.
 * @param {string} title
 * @param {string} words
 * @param {string} yes
 * @returns {Promise<boolean | null>}
 */
export function askWhether(title, words, yes) {
  return openDialog({
    title,
    body: (close) => formOf(() => close(true), [h("p", {}, words)], [cancel(close), strong(yes, { autofocus: true })]),
  });
}

/**
 * A form in a window, with its buttons below.
 * @param {() => unknown} send
 * @param {Child} fields
 * @param {Child} buttons
 * @param {string} kind
 */
export function formOf(send, fields, buttons, kind = "") {
  /** @param {SubmitEvent} sent */
  const onsubmit = (sent) => {
    sent.preventDefault();
    void send();
  };
  return h("form", { class: `body ${kind}`, onsubmit }, fields, h("div", { class: "buttons" }, buttons));
}

/** @param {Close<never>} close */
const cancel = (close) => h("button", { type: "button", class: "quiet", onclick: () => close() }, t("Cancel"));

/**
 * The button that sends a form.
 * @param {string} text
 * @param {import("./element.js").Props} more
 */
export const strong = (text, more = {}) => h("button", { class: "strong", ...more }, text);

/**
 * A field with its label and, below it, a hint.
 * @param {string} label
 * @param {Child} input
 */
export function field(label, input, hint = "") {
  return h("label", { class: "field" }, fieldOf(label, input, hint).children);
}

/**
 * The same, to be drawn.
 * @param {string} label
 * @param {Child} input
 */
export const fieldOf = (label, input, hint = "") =>
  el("label", { key: label, class: "field" }, el("span", {}, label), input, hint && el("small", {}, hint));

/**
 * A form that is sent to the room: it stays open, and says why, while the room refuses it.
 * @param {() => Promise<unknown>} send
 * @param {Child} fields
 * @param {string} go
 * @param {() => void} [refused] what else to do when it was refused
 */
export function sentForm(send, fields, go, refused = () => {}) {
  const wrong = h("p", { class: "refusal", role: "alert" });
  const tried = async () => {
    try {
      await send();
    } catch (caught) {
      const { cite = "" } = /** @type {{ cite?: string }} */ (caught);
      readOut(wrong, refusal(caught), cite ? " " : "", cite ? el("cite", {}, cited(cite)) : "");
      refused();
    }
  };
  return formOf(tried, [fields, wrong], strong(go));
}

/**
 * What an amount is asked for with: `most` 0 is no limit.
 * @typedef {{ title: string, least: number, most?: number, usual: number, go?: string }} Amounts
 */

/**
 * The window that asks for an amount of chips: `answer` makes the answer of it.
 * @template T
 * @param {Amounts} amounts
 * @param {(amount: number) => T} answer
 * @param {{ before?: Child, after?: Child }} more fields before and after the amount
 * @returns {Promise<T | null>}
 */
function amountDialog({ title, least, most = 0, usual, go = t("OK") }, answer, { before = "", after = "" } = {}) {
  const inUnits = unit() ? ` = ${shown(least)}${most ? ` – ${shown(most)}` : ""}` : "";
  const bounds = (most ? t("{least} to {most}", { least: inChips(least), most: inChips(most) }) : t("{least} or more", { least: inChips(least) })) + inUnits;
  const decimals = decimalsNow();
  return openDialog({
    title,
    body: (close) => {
      const number = amountInput({ least, most, decimals, value: usual }, { autofocus: true, name: "amount" });
      const slider = h("input", {
        type: "range", class: "slider", min: least, max: most, value: String(usual), tabindex: "-1", "aria-hidden": "true",
      });
      const converted = h("output", { class: "in-units" });
      const tell = () => put(converted, unit() ? `= ${shown(amountWritten(number) || 0)}` : "");
      number.addEventListener("input", () => {
        slider.value = String(amountWritten(number));
        tell();
      });
      slider.addEventListener("input", () => {
        writeAmount(number, Number(slider.value));
        tell();
      });
      tell();
      const send = () => {
        const amount = amountWritten(number);
        if (amount >= least && (!most || amount <= most)) close(answer(amount));
      };
      return formOf(send, [before, field(t("Chips"), number, bounds), unit() > 0 && converted, most > least && slider, after], [cancel(close), strong(go)]);
    },
  });
}

/**
 * Ask for an amount of chips.
 * @param {Amounts} amounts
 */
export const askAmount = (amounts) => amountDialog(amounts, (amount) => amount);

/**
 * Ask for an amount of chips, and of which of these.
 * @param {Amounts & { label: string, among: string[] }} amounts
 */
export function askAmountOf({ label, among, ...amounts }) {
  const which = h("select", {}, among.map((one, at) => h("option", { value: String(at) }, one)));
  return amountDialog(amounts, (amount) => ({ amount, at: Number(which.value) }), { before: field(label, which) });
}

/**
 * Ask what to bring to seat `seat` of a cash table (-1: any), and whether to wait for the big blind.
 * `terms` are those that are accepted by it, in words.
 * @param {{ least: number, most: number, usual: number, seat: number, terms?: Child }} bounds
 */
export function askBuyIn({ seat, terms = "", ...bounds }) {
  const waits = h("input", { type: "checkbox", name: "waits" });
  const after = h("label", { class: "check" }, waits, " ", t("Wait for the big blind instead of posting now"));
  const sounds = h("input", { type: "checkbox", name: "sounds" }); // offered until they were chosen once, here or in *Appearance*
  const isOffered = !kept.get("sound", "");
  const hear = isOffered && h("label", { class: "check" }, sounds, " ", t("Play short sounds"));
  const title = seat < 0 ? t("Sit down") : t("Sit down in seat {seat}", { seat: seat + 1 });
  return amountDialog(
    { title, ...bounds, go: terms ? t("Accept and sit down") : t("Sit down") }, (amount) => {
      if (isOffered) kept.set("sound", sounds.checked ? "on" : "off");
      return { amount, waits: waits.checked };
    },
    { before: terms, after: [after, hear] },
  );
}

/**
 * Ask how many chips to buy.
 * @param {{ least: number, most: number, usual: number }} bounds
 */
export const askBuy = (bounds) => askAmount({ title: t("Buy chips"), ...bounds, go: t("Buy") });

/**
 * Ask for the password of a table; `tries` says it to the room, and throws where it is wrong.
 * @param {string} title what is private, as a sentence
 * @param {(password: string) => Promise<unknown>} tries
 * @returns {Promise<boolean | null>}
 */
export function askPassword(title, tries) {
  return openDialog({
    title,
    body: (close) => {
      const word = h("input", { type: "password", required: true, autofocus: true, autocomplete: "off" });
      const send = async () => {
        await tries(word.value);
        close(true);
      };
      return sentForm(send, field(t("Table password"), word), t("Join"), () => word.select());
    },
  });
}

/**
 * Ask a person who sits down for a name, and try it until it is taken in. Returns true, or null.
 * @param {string} offered
 * @param {(name: string) => Promise<unknown>} tries
 * @returns {Promise<true | null>}
 */
export function askName(offered, tries) {
  return openDialog({
    title: t("What is your name?"),
    body: (close) => {
      const name = h("input", { type: "text", required: true, autofocus: true, maxlength: "24", autocomplete: "nickname",
        spellcheck: "false", value: offered });
      const send = async () => {
        await tries(name.value.trim());
        close(true);
      };
      return sentForm(send, field(t("Your name"), name, t("everyone at the table sees it")), t("Continue"), () => name.select());
    },
  });
}

/**
 * The menu of games at dealer's choice, with a field that narrows it. Returns the game's id, or null.
 * @param {[id: string, title: string][]} games
 * @returns {Promise<string | null>}
 */
export function askGame(games) {
  return openDialog({
    title: t("Your deal: choose the game"),
    wide: true,
    asks: "game",
    body: (close) => {
      const list = h("div", { class: "games", role: "group", "aria-label": t("Games") });
      /** @param {string} part */
      const draw = (part) => {
        const found = games.filter(([id, title]) => `${title} ${id}`.toLowerCase().includes(part.toLowerCase()));
        const buttons = found.map(([id, title]) =>
          h("button", { type: "button", class: "game", onclick: () => close(id) }, title));
        put(list, found.length ? buttons : h("p", { class: "hint" }, t("No matching game")));
      };
      const find = h("input", {
        type: "search", placeholder: t("Find a game"), "aria-label": t("Find a game"), autofocus: true,
        onkeydown: ({ key }) => {
          const first = list.querySelector("button");
          if (key === "Enter") first?.click();
          else if (key === "ArrowDown") first?.focus();
        },
      });
      find.addEventListener("input", () => draw(find.value));
      list.addEventListener("keydown", ({ key }) => {
        const now = document.activeElement;
        const next = /** @type {HTMLElement | null | undefined} */ (now?.nextElementSibling);
        const last = /** @type {HTMLElement | null | undefined} */ (now?.previousElementSibling);
        if (key === "ArrowDown" || key === "ArrowRight") next?.focus();
        else if (key === "ArrowUp" || key === "ArrowLeft") (last ?? find).focus();
      });
      draw("");
      const clock = h("p", { class: "hint ask-time", role: "timer" }); // the clock of the table writes there
      return h("div", { class: "body" }, clock, games.length > 8 ? find : "", list);
    },
  });
}
