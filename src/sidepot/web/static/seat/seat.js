/** One seat at the table, drawn: its plate, the player, their chips and cards, the clock while it is their turn. */

import { cardAt } from "../common/cards.js";
import { el } from "../common/element.js";
import { actOf, handOf } from "../common/sentences.js";
import { decimalsNow, shown, unit } from "../common/units.js";
import { UNKNOWN, declaredFor, shortChips } from "../common/words.js";
import { waitedFor } from "../table/clock.js";
import { openCard } from "../table/layout.js";
import { lies } from "../table/lifted.js";
import { pictureOf } from "./pictures.js";
import { avatar } from "./avatar.js";
import { fit, widthOf, wrap } from "./fitting.js";
import { inWords, isBusted, shareOf, under } from "./seat_words.js";
import { t } from "../common/language.js";

/**
 * @import { Seat, State } from "../room/messages.js"
 * @import { View } from "../table/felt.js"
 * @import { Side, Sizes } from "../table/layout.js"
 * @import { Lie } from "../table/lifted.js"
 */

/**
 * `side` is that of the table; `under` the room below the plate, and `words` how wide words there may be; `beside` where
 * the room beside one's own cards begins, and how wide it is; `reach` how far words beside cards go over the plate's end.
 * @typedef {Sizes & { side: Side, under: number, words: number, beside: [x: number, width: number], reach: number }} SeatSizes
 */

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

/**
 * The cards of a seat: a fan over its plate, which covers their lower part; a hand that is shown is whole above it. Cards
 * face down are covered the most. Where the seat has its bet beside them, they take the outer half.
 * @param {number[]} cards
 * @param {SeatSizes} size
 * @param {number[]} open
 * @param {(card: number) => Lie} lie
 * @param {boolean} [atLeft] whether they lie at the left, with room for words beside them
 */
function fan(cards, size, open, lie, atLeft = false) {
  if (!cards.length) return [];
  const ph = size.plate[1];
  const half = size.dense && cards.every((card) => card === UNKNOWN);
  const pw = size.plate[0] / (half ? 2 : 1);
  const tall = open.some((card) => card !== UNKNOWN);
  const largest = openCard(size);
  const width = !tall ? size.card : !largest ? size.card * 1.08 : cards.length < 5 ? largest : Math.min(size.card, largest);
  const rise = open.length && largest ? size.shown : size.rise;
  const last = cards.length - 1;
  const whole = pw - 6 - width;
  const down = cards.filter((card, at) => card === UNKNOWN && at < last).length;
  const tight = whole < last * width * 0.75;
  const closed = tight && down < last ? width * 0.28 : Math.min(width + 2, whole / (last || 1));
  const step = down < last ? Math.min(width + 2, (whole - down * closed) / (last - down)) : closed;
  const steps = cards.map((card, at) => (at === last ? 0 : card === UNKNOWN ? closed : step));
  const middle = -(steps.reduce((sum, one) => sum + one, 0) + width) / 2 + (half ? ((size.side || -1) * pw) / 2 : 0);
  let x = atLeft ? -pw / 2 + size.plate[1] / 4 : middle;
  return cards.map((card, at) => {
    const left = x;
    x += steps[at];
    return cardAt(card, left, -ph / 2 - rise, width, at === last ? 1 : steps[at] / width, card === UNKNOWN ? "" : lie(card));
  });
}

/**
 * The name of a hand beside its cards; nothing where there is no room for it.
 * @param {Seat} seat
 * @param {boolean} isOwn
 * @param {number} cards how many lie at the seat
 * @param {SeatSizes} size
 */
function besideCards(seat, isOwn, cards, size) {
  if (size.small || !seat.shown || !seat.hand_name) return [];
  const [pw, ph] = size.plate;
  const card = isOwn ? size.own : openCard(size);
  const first = -pw / 2 + ph / 4 + cards * (card + 2) + 4 * size.scale;
  const [x, width] = isOwn ? size.beside : [first, pw / 2 - first + size.reach];
  const { text, isEnglish } = handOf(seat.hand_name);
  const pad = 6 * size.scale;
  const lines = wrap(text, width - 2 * pad, 12.5 * size.scale, 4);
  if (!lines.length) return [];
  const high = lines[0].letter * 1.2;
  const wide = Math.max(...lines.map((line) => widthOf(line.text, line.letter, 500))) + 2 * pad;
  const tall = lines.length * high + pad;
  const top = -ph / 2 - (card * 1.4 + tall) / 2 - 3 * size.scale;
  return [
    el("rect", { key: "name-back", x, y: top, width: wide, height: tall, rx: 8, class: "below-back" }),
    ...lines.map((line, at) =>
      el("text", { key: `name ${at}`, x: x + wide / 2, y: top + pad / 2 + (at + 0.8) * high, class: "below hand-name", "font-size": line.letter, lang: isEnglish ? "en" : null }, line.text)),
  ];
}

/**
 * Wrapped words below a plate: two lines at most.
 * @param {string} text
 * @param {SeatSizes} size
 * @param {string} words
 * @param {{ away?: number, lang?: string }} more since when a player has been away; the language, where it is not that of the page
 */
function below(text, size, words, { away = 0, lang = "" } = {}) {
  const high = 14 * size.scale; // of a line
  const most = Math.floor((size.plate[0] + (size.small ? -8 : 16)) / 6 / size.scale);
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && (last.length + word.length < most || lines.length === 2)) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else lines.push(word);
  }
  if (size.under < 8 + lines.length * high) return []; // it would be cut off
  const letter = size.small ? 11 : 12.5 * size.scale;
  const fitted = lines.map((line) => fit(line, size.words, letter, 500));
  const wide = Math.max(...fitted.map((line) => widthOf(line.text, line.letter, 500))) + (size.small ? 8 : 16);
  const top = size.plate[1] / 2 + 3;
  return [
    el("rect", { x: -wide / 2, y: top, width: wide, height: 5 + lines.length * high, rx: 8, class: "below-back" }),
    ...fitted.map((line, at) =>
      el("text", { x: 0, y: top + (at + 0.93) * high, class: `below ${words}`, "font-size": line.letter, "data-away": away || null, lang: lang || null }, line.text)),
  ];
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
  const short = unit() ? whole : whole.replace(shown(seat.stack), shortChips(seat.stack / 10 ** decimalsNow()));
  const found = fit(seat.stack < 100_000 ? whole : widthOf(whole, letter, 400) <= room ? whole : short, room, letter);
  // why a seat is not in the hand matters more than its chips
  return found.text.endsWith("…") && whole.includes(" · ") ? fit(whole.split(" · ").at(-1) ?? "", room, letter) : found;
}

/**
 * A taken seat, around the middle of its plate.
 * @param {Seat} seat
 * @param {number} at
 * @param {View} view
 * @param {SeatSizes} size
 * @param {string} transform where it is on the felt
 */
export function seatOf(seat, at, view, size, transform) {
  const { state, own } = view;
  const [pw, ph] = size.plate;
  const cards = at === own ? [] : seat.cards; // one's own are above the plate, or in the dock
  const left = -pw / 2 + ph / 2 + 1;
  const letter = size.small ? 11.5 : 14 * size.scale;
  const text = left + ph / 2 + (size.small ? 0 : 3);
  const room = pw / 2 - text - (size.small ? 4 : 11);
  const bot = Boolean(seat.bot) || / \(bot\)$/.test(seat.player); // of a player who has left only the name is known
  const named = nameLines(seat.player.replace(/ \(bot\)$/, ""), room, size, letter);
  const two = named.length > 1;
  const tops = size.small ? (two ? [-8, 1.5] : [-2.5]) : [-4 * size.scale];
  const beside = state.boards.length < 2 ? besideCards(seat, at === own, cards.length, size) : [];
  const tag = seat.won && !size.small ? wonTag(seat.won, size) : null;
  const brief = size.small && (seat.won ? `+${shown(seat.won)}` : shareOf(seat, state)); // for which alone there is room
  const stack = brief
    ? fit(brief, room, two ? 10 : letter, 700)
    : stackText(seat, state, room - (tag?.wide ?? 0), two ? 10 : letter);
  const { ofSeat } = lies(state);
  const kind = [
    "seat",
    at === own && "own",
    waitedFor(state) === at && "to-act",
    view.isStopped && waitedFor(state) === at && "stopped",
    (seat.hand === "folded" || (!seat.hand && seat.state !== "in")) && "dim",
    seat.hand === "all-in" && !seat.stack && !isBusted(seat, state) && "all-in",
    shareOf(seat, state) && "shares",
    seat.won && "won",
    seat.away && "away",
  ]
    .filter(Boolean)
    .join(" ");
  return el(
    "g", { class: kind, role: "img", "aria-label": inWords(seat, at, view), transform },
    el("title", {}, inWords(seat, at, view)),
    ...fan(cards, size, seat.shown ? cards : [], (card) => (seat.shown ? ofSeat(at, card) : ""), beside.length > 0),
    ...beside,
    el("rect", { x: -pw / 2, y: -ph / 2, width: pw, height: ph, rx: ph / 2, class: "plate" }),
    avatar(seat.player, { bot, style: seat.style, picture: bot ? "" : pictureOf(seat.player) }, left, size.avatar),
    ...(state.standing.includes(at) ? [standsMark(left, size)] : []),
    ...named.map((line, at) =>
      el("text", { x: text, y: tops[at], class: "name", "font-size": line.letter }, line.text)),
    el("text", { "data-away": size.small && seat.away_since ? seat.away_since : null, x: text, y: size.small ? (two ? 12.5 : 11.5) : 15 * size.scale, class: "stack", "font-size": stack.letter }, stack.text),
    ...(beside.length ? [] : wordsBelow(seat, state, size)),
    tag?.element ?? "",
  );
}

/**
 * The mark of a player who stands in the stand-up game, at the picture.
 * @param {number} x of the picture
 * @param {SeatSizes} size
 */
function standsMark(x, size) {
  const r = Math.max(6.5, 8 * size.scale);
  const reach = size.plate[1] * 0.32;
  return el(
    "g",
    { key: "stands", class: "stands", transform: `translate(${x + (size.small ? reach / 2 : reach)} ${-reach}) scale(${r / 8})` },
    el("circle", { r: 8 }),
    el("path", { d: "M0 4.5V-4M-3.6 -0.6L0 -4.2L3.6 -0.6" }),
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
  if (declared && !size.small && !seat.hand_name) return below(t("declares {way}", { way: declared }), size, "did");
  if (seat.hand_name && !size.small && state.boards.length < 2) return roomWords(handOf(seat.hand_name), size, "hand-name");
  if (seat.away_since && !size.small && !seat.hand_name) return below(t("away 00:00"), size, "did", { away: seat.away_since });
  if (!seat.last || (size.small && seat.bet) || seat.shown || seat.hand === "folded") return [];
  return roomWords(actOf(seat.last, seat.bet > 0), size, "did"); // without a bet it tells of cards
}

/**
 * Words of the room below a plate, marked where they are not in the language of the page.
 * @param {{ text: string, isEnglish: boolean }} line
 * @param {SeatSizes} size
 * @param {string} words
 */
const roomWords = ({ text, isEnglish }, size, words) => below(text, size, words, { lang: isEnglish ? "en" : "" });

/**
 * What a seat has won, in its plate: it covers neither a card nor what stands below.
 * @param {number} amount
 * @param {Sizes} size
 */
function wonTag(amount, size) {
  const text = `+${shown(amount)}`;
  const letter = 13 * size.scale;
  const wide = widthOf(text, letter, 700) + letter;
  const [x, high] = [size.plate[0] / 2 - 9 * size.scale - wide, 18 * size.scale];
  const element = el(
    "g",
    { key: "won", class: "won-tag" },
    el("rect", { x, y: 1.5 * size.scale, width: wide, height: high, rx: high / 2 }),
    el("text", { x: x + wide / 2, y: 15 * size.scale, "font-size": letter }, text),
  );
  return { element, wide };
}

/**
 * An empty seat: a place to sit down, where one may.
 * @param {number} at
 * @param {View} view
 * @param {Sizes} size
 * @param {string} transform where it is on the felt
 */
export function emptySeat(at, { maySit, onSit }, size, transform) {
  const [pw, ph] = size.plate;
  const wide = pw * 0.72;
  const onkeydown = (/** @type {KeyboardEvent} */ pressed) => {
    if (pressed.key !== "Enter" && pressed.key !== " ") return;
    pressed.preventDefault(); // or the same Enter would answer the window that opens
    onSit(at);
  };
  return el(
    "g",
    {
      class: maySit ? "seat empty may" : "seat empty", transform,
      "aria-label": maySit ? t("Sit down in seat {seat}", { seat: at + 1 }) : t("Seat {seat} is empty", { seat: at + 1 }),
      ...(maySit ? { role: "button", tabindex: "0", onclick: () => onSit(at), onkeydown } : { role: "img" }),
    },
    el("rect", { x: -wide / 2, y: -ph / 2, width: wide, height: ph, rx: ph / 2, class: "plate" }),
    el("text", { y: 5, class: "name" }, maySit ? t("Sit here") : t("Seat {seat}", { seat: at + 1 })),
  );
}
