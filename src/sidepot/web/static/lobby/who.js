/** Who one is in the lobby: a name to play by, a password that keeps it, and somebody else. */

import { logIn, logOut } from "../room/api.js";
import { field, openDialog } from "../common/dialogs.js";
import { h, kept, put } from "../common/dom.js";
import { joined, someName } from "../common/words.js";

/** As many letters as the room takes. */
export const LONGEST_NAME = 24;

/** Whether nothing but this browser knows who one is: a name without a password is gone with the first sign-out. */
const isLoose = (me) => me.role === "guest" || me.kept === false;

/** Draw who `me` is into `place`; `seats()` are the titles of the tables where he sits, `changed(me)` hears who he is. */
export function drawWho(place, me, seats, changed) {
  const link = (text, act) => h("button", { type: "button", class: "link", onclick: act }, text);
  const account = (how) => askAccount(how, me, changed);
  if (!me.name) {
    const name = h("input", {
      id: "name", type: "text", maxlength: LONGEST_NAME, autocomplete: "nickname", spellcheck: "false",
      value: kept.get("name", "") || me.offer || someName(),
      onchange: () => kept.set("name", name.value.trim()),
    });
    put(
      place,
      h("label", { class: "as", for: "name" }, "Playing as"),
      name,
      link("Sign in", () => account("login")),
      link("Sign up", () => account("signup")),
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
  put(
    place,
    h("span", { class: "as" }, me.role === "guest" ? "Guest" : me.role === "player" ? "" : me.role),
    h("strong", {}, me.name),
    loose && link("Keep this name", () => account("signup")),
    link(me.role === "guest" ? "Be somebody else" : "Sign out", leave),
  );
}

/** Say what is lost with a name that has no password. Answers "keep", "leave" or null. */
function askToLeave(me, seats) {
  const lost = [
    `${me.name} has no password: nobody can come back by that name.`,
    seats.length ? `The seat at ${joined(seats)} is lost with it, and the chips that lie there.` : "",
    me.role === "host" ? "The room has no host then: “sidepot serve --host-link” makes another one." : "",
  ].filter(Boolean);
  return openDialog({
    title: me.role === "guest" ? "Be somebody else?" : "Sign out?",
    body: (close) => {
      const button = (kind, text, answer) =>
        h("button", { type: "button", class: kind, autofocus: answer === null, onclick: () => close(answer) }, text);
      return h(
        "div",
        { class: "body" },
        lost.map((one) => h("p", {}, one)),
        h(
          "div",
          { class: "buttons" },
          button("quiet", "Cancel", null),
          button("quiet", me.role === "guest" ? "Be somebody else" : "Sign out", "leave"),
          button("strong", "Keep this name", "keep"),
        ),
      );
    },
  });
}

/** Sign in, or take a password: for the name that one has already, or for a new one. */
function askAccount(how, me, changed) {
  const signup = how === "signup";
  const keeps = signup && Boolean(me.name);
  const written = document.querySelector("#name")?.value.trim();
  return openDialog({
    title: keeps ? "Keep this name" : signup ? "Sign up" : "Sign in",
    body: (close) => {
      const name = h("input", { type: "text", required: true, maxlength: LONGEST_NAME, autocomplete: "username",
        value: me.name || (signup ? written : "") || "", readonly: keeps, autofocus: !keeps });
      const word = h("input", { type: "password", required: true, minlength: signup ? "8" : null, autofocus: keeps,
        autocomplete: signup ? "new-password" : "current-password" });
      const wrong = h("p", { class: "refusal", role: "alert" });
      const send = async (sent) => {
        sent.preventDefault();
        try {
          changed(await logIn(how, name.value.trim(), word.value));
          close(true);
        } catch (refused) {
          put(wrong, refused.because ?? String(refused));
        }
      };
      return h(
        "form",
        { class: "body", onsubmit: send },
        field("Name", name, keeps ? "another name is for somebody else: sign out first" : ""),
        field("Password", word, signup ? "8 characters or more" : ""),
        wrong,
        h("div", { class: "buttons" }, h("button", { class: "strong" }, keeps ? "Keep it" : signup ? "Sign up" : "Sign in")),
      );
    },
  });
}
