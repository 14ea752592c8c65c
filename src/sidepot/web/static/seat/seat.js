/** One seat at the table, drawn: its plate, the player, their chips and cards, the clock while it is their turn. */

import { cardAt } from "../common/cards.js";
import { waitedFor } from "../table/clock.js";
import { lay, lies } from "../table/lifted.js";
import { s } from "../common/dom.js";
import { DOING, PLACES, UNKNOWN, cardNames, chips, count, declaredFor, grouped, percent, shortChips } from "../common/words.js";

/**
 * @import { Seat, State } from "../room/told.js"
 * @import { View } from "../table/felt.js"
 * @import { Sizes } from "../table/layout.js"
 * @import { Lie } from "../table/lifted.js"
 */

/**
 * A text that fits, and the size of its letters.
 * @typedef {{ text: string, letter: number }} Fitted
 * @typedef {Sizes & { under: number }} SeatSizes `under` is the room below the plate
 */

/** @type {Record<string, string>} */
const SHORT = { waits: "waits", posts: "new", out: "sits out", busted: "no chips" };
const ROUND = 2 * Math.PI;

/**
 * A colour for a name, always the same: one of twelve hues.
 * @param {string} name
 */
function hue(name) {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 3600;
  return (sum % 12) * 30;
}

/** @param {string} name */
const initials = (name) =>
  name
    .split(/[\s(]+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? "")
    .join("")
    .toUpperCase();

const ruler = document.createElement("canvas").getContext("2d");

/**
 * The width of a text at this size of letters.
 * @param {string} text
 * @param {number} letter
 * @param {number} weight
 */
function widthOf(text, letter, weight) {
  if (!ruler) return 0;
  ruler.font = `${weight} ${letter}px ${getComputedStyle(document.body).fontFamily}`;
  return ruler.measureText(text).width;
}

const LEAST = 0.76; // of the usual size of letters, before a text is cut

/**
 * A text in this room: in smaller letters where it must be, and cut only where that is not enough.
 * @param {string} text
 * @param {number} width
 * @param {number} letter
 * @returns {Fitted}
 */
function fit(text, width, letter, weight = 400) {
  const wide = widthOf(text, letter, weight);
  if (wide <= width) return { text, letter };
  const small = Math.max(letter * LEAST, (letter * width) / wide);
  if (widthOf(text, small, weight) <= width + 0.5) return { text, letter: small };
  let most = text.length - 1;
  while (most > 1 && widthOf(`${text.slice(0, most)}…`, small, weight) > width) most--;
  return { text: `${text.slice(0, most).trimEnd()}…`, letter: small };
}

/**
 * The lines of a name: where there is little room and it has two words, both are seen.
 * @param {string} name
 * @param {number} room
 * @param {Sizes} size
 * @param {number} letter
 */
function nameLines(name, room, size, letter) {
  const whole = fit(name, room, letter, 600);
  const [first, ...rest] = name.split(" ");
  if (!size.small || !whole.text.endsWith("…") || !rest.length) return [whole];
  return [fit(first, room, letter * 0.84, 600), fit(rest.join(" "), room, letter * 0.84, 600)];
}

/** @param {number} size */
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

/**
 * The player, as a robot or by initials, in the ring of the clock.
 * @param {string} player
 * @param {boolean} bot
 * @param {number} x
 * @param {number} r
 */
function avatar(player, bot, x, r) {
  const round = r + 3;
  return s(
    "g",
    { transform: `translate(${x} 0)` },
    s("circle", { r, class: bot ? "avatar bot" : `avatar hue-${hue(player)}` }),
    bot ? robot(r) : s("text", { y: r * 0.34, class: "initials", "font-size": r * 0.9 }, initials(player)),
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

/**
 * Set how much of its time a seat has: `part` of the ring, on its bank or not.
 * @param {Element} group
 * @param {number} part
 * @param {boolean} bank
 */
export function setClock(group, part, bank) {
  const ring = group.querySelector(".clock");
  if (!ring) return;
  ring.setAttribute("stroke-dashoffset", String(ROUND * Number(ring.getAttribute("r")) * (1 - part)));
  group.classList.toggle("on-bank", bank);
  group.classList.toggle("hurry", part < 0.25);
}

/**
 * The cards of a seat: a fan over its plate, which covers their lower part. Cards face down are covered the most.
 * @param {number[]} cards
 * @param {Sizes} size
 * @param {number[]} open
 * @param {(card: number) => Lie} lie
 */
function fan(cards, size, open, lie) {
  if (!cards.length) return [];
  const [pw, ph] = size.plate;
  const tall = open.some((card) => card !== UNKNOWN);
  const width = size.card * (tall && cards.length < 5 ? 1.08 : 1);
  const last = cards.length - 1;
  const whole = pw - 6 - width;
  const down = cards.filter((card, at) => card === UNKNOWN && at < last).length;
  const tight = whole < last * width * 0.75;
  const closed = tight && down < last ? width * 0.28 : Math.min(width + 2, whole / (last || 1));
  const step = down < last ? Math.min(width + 2, (whole - down * closed) / (last - down)) : closed;
  const steps = cards.map((card, at) => (at === last ? 0 : card === UNKNOWN ? closed : step));
  let x = -(steps.reduce((sum, one) => sum + one, 0) + width) / 2;
  return cards.map((card, at) => {
    const made = cardAt(card, x, -ph / 2 - size.rise, width, at === last ? 1 : steps[at] / width);
    x += steps[at];
    if (card !== UNKNOWN) lay(made, lie(card));
    return made;
  });
}

/**
 * Wrapped words below a plate: two lines at most.
 * @param {string} text
 * @param {SeatSizes} size
 * @param {string} words
 */
function below(text, size, words) {
  const most = Math.floor((size.plate[0] + 16) / 6);
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && (last.length + word.length < most || lines.length === 2)) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else lines.push(word);
  }
  if (size.under < 8 + lines.length * 14) return []; // it would be cut off
  const letter = size.small ? 11 : 12.5;
  const fitted = lines.map((line) => fit(line, size.plate[0] + 20, letter, 500));
  const wide = Math.max(...fitted.map((line) => widthOf(line.text, line.letter, 500))) + 16;
  const top = size.plate[1] / 2 + 3;
  return [
    s("rect", { x: -wide / 2, y: top, width: wide, height: 5 + lines.length * 14, rx: 8, class: "below-back" }),
    ...fitted.map((line, at) =>
      s("text", { x: 0, y: top + 13 + at * 14, class: `below ${words}`, "font-size": line.letter }, line.text)),
  ];
}

/**
 * What a seat is doing, in a few words under its name: its chips, and why it is not in the hand.
 * @param {Seat} seat
 * @param {State} state
 */
function under(seat, state) {
  const share = shareOf(seat, state);
  if (seat.hand === "all-in" && !seat.stack && state.phase === "playing") return share || "all-in";
  if (share) return `${chips(seat.stack)} · ${share}`;
  if (seat.state === "gone") return state.event ? "is out" : "has left";
  const told = seat.hand ? "" : (SHORT[seat.state] ?? "");
  return told && !seat.stack ? told : chips(seat.stack) + (told ? ` · ${told}` : "");
}

/**
 * How much of the pot a hand of a run-out wins on average: 62 %; "" where that is not known.
 * @param {Seat} seat
 * @param {State} state
 */
function shareOf(seat, { shares }) {
  const found = shares?.shares.find(([player]) => player === seat.player);
  return found ? percent(found[1], shares?.exact ?? true) : "";
}

/**
 * The same in the room there is: a stack that is too long in thousands or millions.
 * @param {Seat} seat
 * @param {State} state
 * @param {number} room
 * @param {number} letter
 */
function stackText(seat, state, room, letter) {
  const declared = declaredFor(seat.declared, state.halves);
  const whole = under(seat, state) + (declared ? ` · ${declared}` : "");
  const short = whole.replace(chips(seat.stack), shortChips(seat.stack));
  const found = fit(seat.stack < 100_000 ? whole : widthOf(whole, letter, 400) <= room ? whole : short, room, letter);
  // why a seat is not in the hand matters more than its chips
  return found.text.endsWith("…") && whole.includes(" · ") ? fit(whole.split(" · ").at(-1) ?? "", room, letter) : found;
}

/**
 * All of a seat in words, for screen readers.
 * @param {Seat} seat
 * @param {number} at
 * @param {View} view
 */
function inWords(seat, at, view) {
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
  const open = seat.cards.filter((card) => card !== UNKNOWN);
  if (open.length) parts.push(`${seat.shown ? "shows" : "showing"} ${cardNames(open)}`);
  const share = shareOf(seat, state);
  if (share) parts.push(`wins ${share} of the pot on average`);
  if (seat.hand_name) parts.push(seat.hand_name);
  if (seat.won) parts.push(`wins ${chips(seat.won)}`);
  if (state.to_act === at) parts.push(DOING[state.due] ?? "to act");
  else if (waitedFor(state) === at) parts.push(state.phase === "cutting" ? "to cut the pack" : "to name the game");
  if (seat.away) parts.push("not connected");
  if (seat.leaving) parts.push(seat.put_out ? "removed by the host, leaves after the hand" : "leaves after the hand");
  return parts.join(", ");
}

/**
 * Draw a taken seat into `group`, whose middle is that of the plate.
 * @param {SVGGElement} group
 * @param {Seat} seat
 * @param {number} at
 * @param {View} view
 * @param {SeatSizes} size
 */
export function drawSeat(group, seat, at, view, size) {
  const { state, own } = view;
  const [pw, ph] = size.plate;
  const cards = at === own && !seat.shown ? [] : seat.cards;
  const left = -pw / 2 + ph / 2 + 1;
  const letter = size.small ? 11.5 : 14;
  const text = left + ph / 2 + (size.small ? 0 : 3);
  const room = pw / 2 - text - (size.small ? 4 : 11);
  const bot = Boolean(seat.bot) || / \(bot\)$/.test(seat.player); // of a player who has left only the name is known
  const named = nameLines(seat.player.replace(/ \(bot\)$/, ""), room, size, letter);
  const two = named.length > 1;
  const tops = size.small ? (two ? [-8, 1.5] : [-2.5]) : [-4];
  const stack = stackText(seat, state, room, two ? 10 : letter);
  const { ofSeat } = lies(state);
  group.replaceChildren(
    s("title", {}, inWords(seat, at, view)),
    ...fan(cards, size, seat.shown ? cards : [], (card) => (seat.shown ? ofSeat(at, card) : "")),
    s("rect", { x: -pw / 2, y: -ph / 2, width: pw, height: ph, rx: ph / 2, class: "plate" }),
    avatar(seat.player, bot, left, size.avatar),
    ...named.map((line, at) =>
      s("text", { x: text, y: tops[at], class: "name", "font-size": line.letter }, line.text)),
    s("text", { x: text, y: size.small ? (two ? 12.5 : 11.5) : 15, class: "stack", "font-size": stack.letter }, stack.text),
    ...wordsBelow(seat, state, size),
    seat.won ? wonTag(seat.won, size) : "",
  );
  group.setAttribute("aria-label", inWords(seat, at, view));
  group.setAttribute(
    "class",
    [
      "seat",
      at === own && "own",
      waitedFor(state) === at && "to-act",
      (seat.hand === "folded" || (!seat.hand && seat.state !== "in")) && "dim",
      seat.hand === "all-in" && "all-in",
      shareOf(seat, state) && "shares",
      seat.won && "won",
      seat.away && "away",
    ]
      .filter(Boolean)
      .join(" "),
  );
}

/**
 * What stands below a plate: what the seat declares, what its hand is, or what it did last.
 * @param {Seat} seat
 * @param {State} state
 * @param {SeatSizes} size
 */
function wordsBelow(seat, state, size) {
  const declared = declaredFor(seat.declared, state.halves);
  if (declared && !size.small && !seat.hand_name) return below(`declares ${declared}`, size, "did");
  if (seat.hand_name && !size.small && state.boards.length < 2) return below(seat.hand_name, size, "said");
  if (!seat.last || (size.small && seat.bet) || seat.shown || seat.hand === "folded") return [];
  return below(grouped(seat.last), size, "did");
}

/**
 * @param {number} amount
 * @param {Sizes} size
 */
function wonTag(amount, size) {
  const text = `+${chips(amount)}`;
  const wide = text.length * 8 + 14;
  const [x, y] = [size.plate[0] / 2 - wide + (size.small ? 2 : 6), -size.plate[1] / 2 - (size.small ? 15 : 9)];
  return s(
    "g",
    { class: "won-tag" },
    s("rect", { x, y, width: wide, height: 20, rx: 10 }),
    s("text", { x: x + wide / 2, y: y + 14.5 }, text),
  );
}

/**
 * An empty seat: a place to sit down, where one may. In a tournament the seats are drawn: one enters, whichever it is.
 * @param {SVGGElement} group
 * @param {number} at
 * @param {boolean} may
 * @param {Sizes} size
 * @param {boolean} isTournament
 */
export function drawEmpty(group, at, may, size, isTournament) {
  const [pw, ph] = size.plate;
  const wide = pw * 0.72;
  const enters = may && isTournament;
  group.replaceChildren(
    s("rect", { x: -wide / 2, y: -ph / 2, width: wide, height: ph, rx: ph / 2, class: "plate" }),
    s("text", { y: 5, class: "name" }, enters ? "Enter" : may ? "Sit here" : isTournament ? "Empty" : `Seat ${at + 1}`),
  );
  group.setAttribute("class", may ? "seat empty may" : "seat empty");
  const told = enters ? `Enter the tournament; seat ${at + 1} is empty` : may ? `Sit down in seat ${at + 1}` : `Seat ${at + 1} is empty`;
  group.setAttribute("aria-label", told);
}

/**
 * Chips in front of a seat: a stack sign and the amount. Returns how far to shift the group, to stand in the middle.
 * @param {Element} group
 * @param {number} amount
 * @param {Sizes} size
 */
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
  return -(wide / 2);
}
