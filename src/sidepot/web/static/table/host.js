/** The host's tools at a table: stop and go on, send somebody off, seat a bot, close. */

import { askWhether, field, openDialog } from "../common/dialogs.js";
import { h } from "../common/dom.js";

const HOSTS = ["host", "staff"];

/** What the host finds in the menu; nobody else finds anything. */
export function hostItems(chair) {
  const { room } = chair;
  if (!HOSTS.includes(room.role) || !room.state) return [];
  const close = async () => {
    const words = "The hand that is on is played; then everybody leaves with his chips.";
    if (await askWhether("Close the table?", words, "Close it")) await chair.say({ type: "close" });
  };
  const start = room.state.event && !room.state.hand ? "Host: start" : "Host: go on";
  return [
    ["pause", "Host: pause", () => chair.say({ type: "pause" })],
    ["resume", start, () => chair.say({ type: "resume" })],
    ["add_bot", "Host: seat a bot", () => seatBot(chair)],
    ["remove", "Host: send somebody off", () => sendAway(chair)],
    ["close", "Host: close the table", close],
  ].flatMap(([what, text, act]) => (chair.may(what) ? [[text, act]] : []));
}

function seatBot(chair) {
  return openDialog({
    title: "Seat a bot",
    body: (done) => {
      const name = h("input", { type: "text", required: true, maxlength: "24", autofocus: true, pattern: ".*[^ ].*" });
      const strength = h("select", {}, ["beginner", "regular", "expert"].map((one) => h("option", {}, one)));
      strength.value = "regular";
      const seat = (sent) => {
        sent.preventDefault();
        done(true);
        void chair.say({ type: "add_bot", name: `${name.value.trim().replace(/ *\(bot\)$/, "")} (bot)`, strength: strength.value });
      };
      return h(
        "form",
        { class: "body", onsubmit: seat },
        field("Its name", name),
        field("How well it plays", strength),
        h("div", { class: "buttons" }, h("button", { class: "strong" }, "Seat it")),
      );
    },
  });
}

function sendAway(chair) {
  const people = chair.room.state.seats.filter((seat) => seat && seat.state !== "gone").map(({ player }) => player);
  return openDialog({
    title: "Send somebody off",
    body: (done) =>
      h(
        "div",
        { class: "body games" },
        people.map((player) =>
          h("button", { type: "button", class: "game", onclick: () => {
            done(true);
            void chair.say({ type: "remove", player });
          } }, player),
        ),
      ),
  });
}
