/** Windows over the page: one at a time, closed by Escape, the cross, or a click beside them. */

import { h, put } from "./dom.js";
import { chips } from "./words.js";

let open = null;

/**
 * Open a window. `body` makes its inside from `close`, which ends it with an answer. Answers with that, or null.
 *
 * `asks` is what it asks for, where that may be settled without it (`closeAsked`).
 */
export function openDialog({ title, body, wide = false, asks = "" }) {
  open?.close();
  return new Promise((resolve) => {
    let answer = null;
    const close = (with_ = null) => {
      answer = with_;
      made.close();
    };
    const made = h(
      "dialog",
      { class: wide ? "wide" : "", "aria-labelledby": "dialog-title", "data-asks": asks || null },
      h(
        "header",
        {},
        h("h2", { id: "dialog-title" }, title),
        h("button", { type: "button", class: "cross", "aria-label": "Close", onclick: () => close() }, "×"),
      ),
    );
    made.append(...[body(close)].flat());
    made.addEventListener("click", (clicked) => clicked.target === made && close());
    made.addEventListener("close", () => {
      if (open === made) open = null;
      made.remove();
      resolve(answer);
    });
    document.body.append(made);
    open = made;
    made.showModal();
    made.querySelector("[autofocus]")?.focus();
  });
}

export const isOpen = () => open !== null;

/** Close the window that asks for this, if it is open: it is settled. */
export function closeAsked(what) {
  if (open?.dataset.asks === what) open.close();
}

/** Tell something that needs no answer. */
export function tell(title, ...words) {
  return openDialog({ title, body: () => h("div", { class: "body" }, words) });
}

/** A question with a yes and a no. */
export function askWhether(title, words, yes) {
  return openDialog({
    title,
    body: (close) =>
      h(
        "form",
        { class: "body", onsubmit: (sent) => (sent.preventDefault(), close(true)) },
        h("p", {}, words),
        h(
          "div",
          { class: "buttons" },
          h("button", { type: "button", class: "quiet", onclick: () => close() }, "Cancel"),
          h("button", { class: "strong", autofocus: true }, yes),
        ),
      ),
  });
}

/** A field with its label and, below it, what it is for. */
export function field(label, input, hint = "") {
  return h("label", { class: "field" }, h("span", {}, label), input, hint ? h("small", {}, hint) : "");
}

/** Ask for an amount of chips; with `among`, of which of these too. Answers the amount, {amount, at}, or null. */
export function askAmount({ title, least, most = 0, usual, among = null, label = "", extra = null, go = "OK" }) {
  const bounds = most ? `${chips(least)} to ${chips(most)}` : `${chips(least)} or more`;
  return openDialog({
    title,
    body: (close) => {
      const number = h("input", {
        type: "number", min: least, max: most || null, step: 1, value: String(usual), required: true,
        autofocus: true, inputmode: "numeric", name: "amount",
      });
      const slider = most > least
        ? h("input", { type: "range", class: "slider", min: least, max: most, value: String(usual), tabindex: "-1",
            "aria-hidden": "true", oninput: () => (number.value = slider.value) })
        : null;
      number.addEventListener("input", () => slider && (slider.value = number.value));
      const which = among && h("select", {}, among.map((one, at) => h("option", { value: String(at) }, one)));
      const take = (sent) => {
        sent.preventDefault();
        const amount = Math.round(Number(number.value));
        if (!(amount >= least) || (most && amount > most)) return;
        const more = extra ? extra.read() : null;
        close(among ? { amount, at: Number(which.value) } : extra ? { amount, ...more } : amount);
      };
      return h(
        "form",
        { class: "body", onsubmit: take },
        which ? field(label, which) : "",
        field("Chips", number, bounds),
        slider ?? "",
        extra ? extra.element : "",
        h(
          "div",
          { class: "buttons" },
          h("button", { type: "button", class: "quiet", onclick: () => close() }, "Cancel"),
          h("button", { class: "strong" }, go),
        ),
      );
    },
  });
}

/** What one brings to a cash table; others have `around` so much. Answers {amount, waits}, or the amount, or null. */
export function askBuyIn({ least, most, seat = -1, sitting = true, around = 0 }) {
  const waits = h("input", { type: "checkbox", name: "waits" });
  const extra = sitting && {
    element: h("label", { class: "check" }, waits, " Wait for the big blind, instead of posting one now"),
    read: () => ({ waits: waits.checked }),
  };
  const usual = most || Math.max(least, around);
  const place = seat < 0 ? "" : ` in seat ${seat + 1}`;
  return askAmount({
    title: sitting ? `Sit down${place}` : "Buy chips",
    least,
    most,
    usual,
    extra: extra || null,
    go: sitting ? "Sit down" : "Buy",
  });
}

/** Ask for the password of a table; `tries` says it to the room and may throw why it is wrong. */
export function askPassword(title, tries) {
  return openDialog({
    title: `${title} is private`,
    body: (close) => {
      const word = h("input", { type: "password", required: true, autofocus: true, autocomplete: "off" });
      const wrong = h("p", { class: "refusal", role: "alert" });
      const take = async (sent) => {
        sent.preventDefault();
        try {
          await tries(word.value);
          close(true);
        } catch (refused) {
          put(wrong, refused.because ?? String(refused));
          word.select();
        }
      };
      return h(
        "form",
        { class: "body", onsubmit: take },
        field("Password of the table", word),
        wrong,
        h("div", { class: "buttons" }, h("button", { class: "strong" }, "Enter")),
      );
    },
  });
}

/** The menu of games at dealer's choice, with a field that narrows it. Answers the game's id, or null. */
export function askGame(games) {
  return openDialog({
    title: "Your deal: name the game",
    wide: true,
    asks: "game",
    body: (close) => {
      const list = h("div", { class: "games", role: "group", "aria-label": "Games" });
      const draw = (part) => {
        const found = games.filter(([id, title]) => `${title} ${id}`.toLowerCase().includes(part.toLowerCase()));
        const buttons = found.map(([id, title]) =>
          h("button", { type: "button", class: "game", onclick: () => close(id) }, title));
        put(list, found.length ? buttons : h("p", { class: "hint" }, "No game here is called so"));
      };
      const find = h("input", {
        type: "search", placeholder: "Find a game", "aria-label": "Find a game", autofocus: true,
        oninput: () => draw(find.value),
        onkeydown: (pressed) => {
          if (pressed.key === "Enter") list.firstChild?.click();
          else if (pressed.key === "ArrowDown") list.firstChild?.focus();
        },
      });
      list.addEventListener("keydown", ({ key }) => {
        const now = document.activeElement;
        if (key === "ArrowDown" || key === "ArrowRight") now.nextSibling?.focus();
        else if (key === "ArrowUp" || key === "ArrowLeft") (now.previousSibling ?? find).focus();
      });
      draw("");
      const clock = h("p", { class: "hint ask-time", role: "timer" }); // the clock of the table writes there
      return h("div", { class: "body" }, clock, games.length > 8 ? find : "", list);
    },
  });
}
