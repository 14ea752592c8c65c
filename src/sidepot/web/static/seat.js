/** One seat at the table, drawn: its plate, the person, his chips and cards, the clock while it is his turn. */

import { cardAt } from "./cards.js";
import { s } from "./dom.js";
import { DOING, PLACES, UNKNOWN, cardNames, chips, count, declaredFor, shortChips } from "./words.js";

const SHORT = { waits: "waits", posts: "new", out: "sits out", busted: "no chips" };
const ROUND = 2 * Math.PI;

/** A colour for a name, always the same: one of twelve hues. */
function hue(name) {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + letter.codePointAt(0)) % 3600;
  return (sum % 12) * 30;
}

const initials = (name) =>
  name
    .split(/[\s(]+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? "")
    .join("")
    .toUpperCase();

const ruler = document.createElement("canvas").getContext("2d");

/** How wide a text is at this size of letters. */
function widthOf(text, letter, weight) {
  ruler.font = `${weight} ${letter}px ${getComputedStyle(document.body).fontFamily}`;
  return ruler.measureText(text).width;
}

/** As much of a text as goes into `width` at this size of letters. */
export function fit(text, width, letter, weight = 400) {
  if (widthOf(text, letter, weight) <= width) return text;
  let most = text.length - 1;
  while (most > 1 && widthOf(`${text.slice(0, most)}…`, letter, weight) > width) most--;
  return `${text.slice(0, most).trimEnd()}…`;
}

function robot(size) {
  const u = size / 10;
  return s(
    "g",
    { class: "robot" },
    s("path", { d: `M0 ${-7 * u}V${-4 * u}`, class: "line" }),
    s("circle", { cx: 0, cy: -7 * u, r: 1.1 * u }),
    s("rect", { x: -5 * u, y: -4 * u, width: 10 * u, height: 8.5 * u, rx: 2.4 * u }),
    s("circle", { cx: -2.1 * u, cy: -0.2 * u, r: 1.1 * u, class: "eye" }),
    s("circle", { cx: 2.1 * u, cy: -0.2 * u, r: 1.1 * u, class: "eye" }),
  );
}

function avatar(seat, x, y, r) {
  const round = r + 3;
  return s(
    "g",
    { transform: `translate(${x} ${y})` },
    s("circle", { r, class: seat.bot ? "avatar bot" : `avatar hue-${hue(seat.player)}` }),
    seat.bot
      ? robot(r)
      : s("text", { y: r * 0.34, class: "initials", "font-size": r * 0.9 }, initials(seat.player)),
    s("circle", { r: round, class: "clock-track" }),
    s("circle", {
      r: round,
      class: "clock",
      transform: "rotate(-90)",
      "stroke-dasharray": ROUND * round,
      "stroke-dashoffset": 0,
    }),
  );
}

/** Set how much of its time a seat has: `part` of the ring, on its bank or not. */
export function setClock(group, part, bank) {
  const ring = group.querySelector(".clock");
  if (!ring) return;
  ring.setAttribute("stroke-dashoffset", String(ROUND * Number(ring.getAttribute("r")) * (1 - part)));
  group.classList.toggle("on-bank", bank);
  group.classList.toggle("hurry", part < 0.25);
}

/** The cards of a seat: a fan over its plate, which covers their lower part. */
function fan(cards, size, open) {
  if (!cards.length) return [];
  const [pw, ph] = size.plate;
  const tall = open.some((card) => card !== UNKNOWN);
  const width = size.card * (tall && cards.length < 5 ? 1.08 : 1);
  const step = cards.length < 2 ? 0 : Math.min(width + 2, (pw - 6 - width) / (cards.length - 1));
  const wide = step * (cards.length - 1) + width;
  return cards.map((card, at) => cardAt(card, -wide / 2 + at * step, -ph / 2 - size.rise, width));
}

/** Wrapped words below a plate: two lines at most. */
function below(text, size, words) {
  const most = Math.floor((size.plate[0] + 16) / 6);
  const lines = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && (last.length + word.length < most || lines.length === 2)) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else lines.push(word);
  }
  const letter = size.small ? 11 : 12.5;
  const wide = Math.max(...lines.map((line) => widthOf(line, letter, 500))) + 16;
  const top = size.plate[1] / 2 + 3;
  return [
    s("rect", { x: -wide / 2, y: top, width: wide, height: 5 + lines.length * 14, rx: 8, class: "below-back" }),
    ...lines.map((line, at) => s("text", { x: 0, y: top + 13 + at * 14, class: `below ${words}` }, line)),
  ];
}

/** What a seat is doing, in a few words under its name: its chips, and why it is not in the hand. */
function under(seat, state) {
  if (seat.hand === "all-in" && !seat.stack && state.phase === "playing") return "all-in";
  if (seat.state === "gone") return "has left";
  const told = seat.hand ? "" : (SHORT[seat.state] ?? "");
  return told && !seat.stack ? told : chips(seat.stack) + (told ? ` · ${told}` : "");
}

/** The same in the room there is: a stack that is too long in thousands or millions. */
function stackText(seat, state, room, letter, small) {
  const declared = declaredFor(seat.declared, state.halves);
  const whole = under(seat, state) + (declared && !small ? ` · ${declared}` : "");
  if (widthOf(whole, letter, 400) <= room || seat.stack < 100_000) return fit(whole, room, letter);
  return fit(whole.replace(chips(seat.stack), shortChips(seat.stack)), room, letter);
}

/** All of a seat in words, for who hears the page. */
export function inWords(seat, at, view) {
  const { state, own } = view;
  const parts = [
    `Seat ${at + 1}: ${seat.player}${at === own ? ", you" : ""}${seat.bot ? `, a bot (${seat.bot})` : ""}`,
    count(seat.stack, "chip"),
  ];
  if (state.button === at) parts.push("has the button");
  if (seat.bet) parts.push(`${chips(seat.bet)} in front`);
  if (seat.hand) parts.push(seat.hand === "live" ? "in the hand" : seat.hand);
  else if (PLACES[seat.state]) parts.push(PLACES[seat.state]);
  if (seat.declared) parts.push(`declared for ${declaredFor(seat.declared, state.halves)}`);
  const open = (seat.cards ?? []).filter((card) => card !== UNKNOWN);
  if (open.length) parts.push(`${seat.shown ? "shows" : "showing"} ${cardNames(open)}`);
  if (seat.hand_name) parts.push(seat.hand_name);
  if (seat.won) parts.push(`wins ${chips(seat.won)}`);
  if (state.to_act === at) parts.push(DOING[state.due] ?? "to act");
  if (seat.away) parts.push("not connected");
  if (seat.leaving) parts.push("leaves after the hand");
  return parts.join(", ");
}

/** Draw a taken seat into `group`, whose middle is that of the plate. */
export function drawSeat(group, seat, at, view, size) {
  const { state, own } = view;
  const [pw, ph] = size.plate;
  const cards = at === own && !seat.shown ? [] : (seat.cards ?? []);
  const left = -pw / 2 + ph / 2 + 1;
  const letter = size.small ? 11.5 : 14;
  const text = left + ph / 2 + (size.small ? 0 : 3);
  const room = pw / 2 - text - (size.small ? 4 : 11);
  const lines = [];
  const declared = declaredFor(seat.declared, state.halves);
  if (declared && (size.small || !seat.hand_name)) lines.push(...below(`declares ${declared}`, size, "did"));
  else if (seat.hand_name && !size.small && state.boards.length < 2) lines.push(...below(seat.hand_name, size, "said"));
  else if (seat.last && !(size.small && seat.bet) && !seat.shown && seat.hand !== "folded") lines.push(...below(seat.last, size, "did"));
  group.replaceChildren(
    s("title", {}, inWords(seat, at, view)),
    ...fan(cards, size, seat.shown ? cards : []),
    s("rect", { x: -pw / 2, y: -ph / 2, width: pw, height: ph, rx: ph / 2, class: "plate" }),
    avatar(seat, left, 0, size.avatar),
    s("text", { x: text, y: size.small ? -2.5 : -4, class: "name", "font-size": letter }, fit(seat.player.replace(/ \(bot\)$/, ""), room, letter, 600)),
    s(
      "text",
      { x: text, y: size.small ? 11.5 : 15, class: "stack", "font-size": letter },
      stackText(seat, state, room, letter, size.small),
    ),
    ...lines,
    seat.won ? wonTag(seat.won, size) : "",
  );
  group.setAttribute("aria-label", inWords(seat, at, view));
  group.setAttribute(
    "class",
    [
      "seat",
      at === own && "own",
      state.to_act === at && "to-act",
      (seat.hand === "folded" || (!seat.hand && seat.state !== "in")) && "dim",
      seat.hand === "all-in" && "all-in",
      seat.won && "won",
      seat.away && "away",
    ]
      .filter(Boolean)
      .join(" "),
  );
}

function wonTag(amount, size) {
  const text = `+${chips(amount)}`;
  const wide = text.length * 8 + 14;
  const [x, y] = [size.plate[0] / 2 - wide + (size.small ? 2 : 6), -size.plate[1] / 2 - 9];
  return s(
    "g",
    { class: "won-tag" },
    s("rect", { x, y, width: wide, height: 20, rx: 10 }),
    s("text", { x: x + wide / 2, y: y + 14.5 }, text),
  );
}

/** An empty seat: a place to sit down, where one may. */
export function drawEmpty(group, at, may, size) {
  const [pw, ph] = size.plate;
  const wide = pw * 0.72;
  group.replaceChildren(
    s("rect", { x: -wide / 2, y: -ph / 2, width: wide, height: ph, rx: ph / 2, class: "plate" }),
    s("text", { y: 5, class: "name" }, may ? "Sit here" : `Seat ${at + 1}`),
  );
  group.setAttribute("class", may ? "seat empty may" : "seat empty");
  group.setAttribute("aria-label", may ? `Sit down in seat ${at + 1}` : `Seat ${at + 1} is empty`);
}

/** Chips in front of a seat, or carried in a pot: a stack sign and the amount. */
export function drawBet(group, amount, size) {
  const r = size.bet;
  const text = chips(amount);
  const letter = size.small ? 12 : 14.5;
  const wide = widthOf(text, letter, 650) + 8;
  group.replaceChildren(
    s("rect", { x: -r - 3, y: -r - 2, width: r * 2 + wide + 4, height: r * 2 + 4, rx: r + 2, class: "bet-back" }),
    s("circle", { r, class: "chip" }),
    s("circle", { r: r * 0.58, class: "chip-in" }),
    s("text", { x: r + 4, y: size.small ? 4 : 5, class: "bet", "font-size": letter }, text),
  );
  group.firstChild.parentNode.shift = -(wide / 2);
}
