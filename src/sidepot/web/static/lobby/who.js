/** Who one is in the lobby: a name to play by, a password that keeps it, and playing as someone else. */

import { field, openDialog, sentForm } from "../common/dialogs.js";
import { h, kept } from "../common/dom.js";
import { put } from "../common/element.js";
import { capital, joined, someName } from "../common/words.js";
import { logIn, logOut, rename } from "../room/api.js";
import { t, word } from "../common/language.js";

/** @import { Me } from "sidepot/protocol" */

/** As many letters as the room takes. */
const LONGEST_NAME = 24;

/**
 * Whether only this browser knows who one is: a name without a password is gone with the first sign-out.
 * @param {Me} me
 */
const isLoose = (me) => me.role === "guest" || me.kept === false;

/**
 * Draw who `me` is into `place`.
 * @param {Element} place
 * @param {Me} me
 * @param {() => string[]} seats the titles of the tables where one sits
 * @param {(me: Me) => void} changed is called when one is somebody else
 */
export function drawWho(place, me, seats, changed) {
  /**
   * @param {string} text
   * @param {() => unknown} act
   */
  const link = (text, act) => h("button", { type: "button", class: "link", onclick: act }, text);
  const account = (/** @type {"login" | "signup"} */ how) => askAccount(how, me, changed);
  if (!me.name) {
    const name = h("input", {
      id: "name", type: "text", maxlength: LONGEST_NAME, autocomplete: "nickname", spellcheck: "false",
      value: kept.get("name", "") || me.offer || someName(),
    });
    name.addEventListener("change", () => kept.set("name", name.value.trim()));
    put(
      place,
      h("label", { class: "as", for: "name" }, t("Playing as")),
      name,
      link(t("Sign in"), () => account("login")),
      link(t("Sign up"), () => account("signup")),
    );
    return;
  }
  const loose = isLoose(me);
  const leave = async () => {
    if (!loose) return changed(await logOut());
    const answer = await askToLeave(me, seats());
    if (answer === "keep") await account("signup");
    else if (answer === "leave") changed(await logOut());
  };
  put(place, menuOf(me, [
    [t("Change name"), () => askNewName(me, changed)],
    [t("Your picture"), () => import("../seat/choose_picture.js").then(({ choosePicture }) => choosePicture(me.name))],
    ...(loose ? [/** @type {Item} */ ([t("Set a password"), () => account("signup")])] : []),
    [leaving(me), leave],
  ]));
}

/** @typedef {[text: string, act: () => unknown]} Item */

/**
 * One's name, which opens what one can do with it.
 * @param {Me} me
 * @param {Item[]} items
 */
function menuOf(me, items) {
  const role = me.role === "guest" ? t("Guest") : me.role === "player" ? "" : capital(word(me.role));
  const menu = h("details", { class: "account" }, h("summary", {}, h("span", { class: "as" }, role), h("strong", {}, me.name)));
  const close = () => menu.removeAttribute("open");
  menu.append(h("div", { class: "account-items" }, items.map(([text, act]) =>
    h("button", { type: "button", onclick: () => {
      close();
      return act();
    } }, text))));
  menu.addEventListener("focusout", ({ relatedTarget }) => menu.contains(/** @type {Node | null} */ (relatedTarget)) || close());
  menu.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    close();
    menu.querySelector("summary")?.focus();
  });
  return menu;
}

/** @param {Me} me */
const leaving = (me) => (me.role === "guest" ? t("Play as someone else") : t("Sign out"));

/**
 * Say what is lost with a name that has no password.
 * @param {Me} me
 * @param {string[]} seats
 * @returns {Promise<"keep" | "leave" | null>}
 */
function askToLeave(me, seats) {
  const lost = [
    t("{name} has no password: you cannot come back with this name.", { name: me.name }),
    seats.length ? t("You lose your seat and your chips at {seats}.", { seats: joined(seats) }) : "",
    me.role === "host" ? t("The room will have no host. “sidepot serve --host-link” makes a new host link.") : "",
  ].filter(Boolean);
  return openDialog({
    title: `${leaving(me)}?`,
    body: (close) => {
      /**
       * @param {string} kind
       * @param {string} text
       * @param {"keep" | "leave" | null} answer
       */
      const button = (kind, text, answer) =>
        h("button", { type: "button", class: kind, autofocus: answer === null, onclick: () => close(answer) }, text);
      return h(
        "div",
        { class: "body" },
        lost.map((one) => h("p", {}, one)),
        h(
          "div",
          { class: "buttons" },
          button("quiet", t("Cancel"), null),
          button("quiet", leaving(me), "leave"),
          button("strong", t("Set a password"), "keep"),
        ),
      );
    },
  });
}

/**
 * Take another name; nothing else changes.
 * @param {Me} me
 * @param {(me: Me) => void} changed
 */
function askNewName(me, changed) {
  return openDialog({
    title: t("Change your name"),
    body: (close) => {
      const name = h("input", { type: "text", required: true, maxlength: LONGEST_NAME, autocomplete: "nickname",
        spellcheck: "false", value: me.name, autofocus: true });
      const send = async () => {
        const now = await rename(name.value.trim());
        kept.set("name", now.name);
        changed(now);
        close();
      };
      const stays = t("You keep your seats and chips. Tables you are at show the old name until you have been away for a while.");
      return sentForm(send, field(t("Name"), name, stays), t("Change"), () => name.select());
    },
  });
}

/**
 * Sign in, or take a password: for the name that one has already, or for a new one.
 * @param {"login" | "signup"} how
 * @param {Me} me
 * @param {(me: Me) => void} changed
 */
function askAccount(how, me, changed) {
  const signup = how === "signup";
  const keeps = signup && Boolean(me.name);
  const named = document.querySelector("#name");
  const written = named instanceof HTMLInputElement ? named.value.trim() : "";
  return openDialog({
    title: keeps ? t("Set a password") : signup ? t("Sign up") : t("Sign in"),
    body: (close) => {
      const name = h("input", { type: "text", required: true, maxlength: LONGEST_NAME, autocomplete: "username",
        value: me.name || (signup ? written : ""), readonly: keeps, autofocus: !keeps });
      const word = h("input", { type: "password", required: true, minlength: signup ? "8" : null, autofocus: keeps,
        autocomplete: signup ? "new-password" : "current-password" });
      const send = async () => {
        changed(await logIn(how, name.value.trim(), word.value));
        close();
      };
      const fields = [
        field(t("Name"), name, keeps ? t("you can change it later") : ""),
        field(t("Password"), word, signup ? t("8 characters or more") : ""),
      ];
      return sentForm(send, fields, keeps ? t("Save") : signup ? t("Sign up") : t("Sign in"));
    },
  });
}
