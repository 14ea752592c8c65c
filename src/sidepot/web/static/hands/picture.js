/** A picture of a step of a hand, to send to friends: the board, the hands that were seen, and who has won. */

import { PIPS } from "../common/cards.js";
import { t, word } from "../common/language.js";
import { handOf, stakesIn, titleIn } from "../common/sentences.js";
import { inChips } from "../common/units.js";
import { JOKER, UNKNOWN, capital, percents, rankOf, suitOf } from "../common/words.js";

/** @import { Replayed, ReplayStep, SeatState, ShareStep } from "sidepot/protocol" */

const [WIDE, HIGH, EDGE] = [1200, 675, 48];
const [INK, SOFT, GOLD] = ["#ffffff", "#bcd3c8", "#f4d488"];
const MOST = 6; // hands in a picture

/**
 * @param {CanvasRenderingContext2D} on
 * @param {number} card
 * @param {number} x
 * @param {number} y
 * @param {number} width
 */
function drawCard(on, card, x, y, width) {
  on.save();
  on.translate(x, y);
  on.scale(width / 100, width / 100);
  on.beginPath();
  on.roundRect(0, 0, 100, 140, 10);
  on.fillStyle = card === UNKNOWN ? "#35566b" : "#fffefb";
  on.fill();
  if (card === JOKER) write(on, "★", 12, 44, 46, "#7b3fa0", 700);
  else if (card !== UNKNOWN) {
    const suit = suitOf(card);
    on.fillStyle = suit === "h" || suit === "d" ? "#c3262f" : "#1a1e1c";
    write(on, rankOf(card), 8, 46, 50, String(on.fillStyle), 700);
    on.translate(38, 74);
    on.scale(0.56, 0.56);
    on.fill(new Path2D(PIPS[suit]));
  }
  on.restore();
}

/**
 * @param {CanvasRenderingContext2D} on
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} letter
 * @param {string} colour
 * @param {number} weight
 * @param {number} [most] how wide it may be
 */
function write(on, text, x, y, letter, colour, weight, most) {
  on.font = `${weight} ${letter}px ${getComputedStyle(document.body).fontFamily}`;
  on.fillStyle = colour;
  on.fillText(text, x, y, most);
}

/**
 * The hands that a picture shows: those of which a card is seen, the winners first.
 * @param {ReplayStep} step
 * @returns {SeatState[]}
 */
export const handsIn = (step) =>
  step.seats.filter(({ cards = [], hand }) => hand !== "folded" && cards.some((card) => card !== UNKNOWN))
    .sort((one, other) => (other.won ?? 0) - (one.won ?? 0)).slice(0, MOST);

/**
 * @param {CanvasRenderingContext2D} on
 * @param {SeatState} seat
 * @param {number} x
 * @param {number} y
 * @param {number} wide
 * @param {string} share
 */
function drawHand(on, seat, x, y, wide, share) {
  const cards = seat.cards ?? [];
  const card = Math.min(58, (wide * 0.5) / cards.length);
  on.beginPath();
  on.roundRect(x, y, wide, 108, 16);
  on.fillStyle = "rgb(0 0 0 / 26%)";
  on.fill();
  if (seat.won) {
    on.strokeStyle = GOLD;
    on.lineWidth = 3;
    on.stroke();
  }
  for (const [at, one] of cards.entries()) drawCard(on, one, x + 14 + at * (card + 5), y + (108 - card * 1.4) / 2, card);
  const left = x + 26 + cards.length * (card + 5);
  const room = x + wide - left - 12;
  write(on, seat.player, left, y + 40, 25, INK, 650, room);
  const won = seat.won ? t("wins {amount}", { amount: inChips(seat.won) }) : share || inChips(seat.stack);
  write(on, won, left, y + 68, 21, seat.won ? GOLD : INK, 600, room);
  if (seat.hand_name) write(on, handOf(seat.hand_name).text, left, y + 93, 18, SOFT, 450, room);
}

/**
 * @param {Replayed} replayed
 * @param {ReplayStep} step
 * @param {ShareStep | null} shares
 * @returns {Promise<Blob>} a PNG
 */
export async function pictureOf(replayed, step, shares) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDE, HIGH];
  const on = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const felt = on.createRadialGradient(WIDE / 2, HIGH / 2, 80, WIDE / 2, HIGH / 2, WIDE * 0.62);
  felt.addColorStop(0, "#2f7256");
  felt.addColorStop(1, "#1a4433");
  on.fillStyle = felt;
  on.fillRect(0, 0, WIDE, HIGH);
  write(on, t("{title}, hand {hand}", { title: replayed.title, hand: replayed.hand }), EDGE, 72, 34, INK, 700, WIDE - 2 * EDGE - 160);
  write(on, `${titleIn(replayed.game)}, ${stakesIn(replayed.terms.toLowerCase(), replayed.terms_parts)}`, EDGE, 106, 22, SOFT, 450, WIDE - 2 * EDGE - 160);
  on.textAlign = "right";
  write(on, "sidepot", WIDE - EDGE, 72, 26, SOFT, 700);
  on.textAlign = "left";
  const boards = (step.boards ?? []).filter((board) => board.length);
  const card = boards.length > 1 ? 74 : 112;
  for (const [row, board] of boards.slice(0, 2).entries()) {
    const left = (WIDE - board.length * (card + 10) + 10) / 2;
    for (const [at, one] of board.entries()) drawCard(on, one, left + at * (card + 10), 140 + row * (card * 1.4 + 12), card);
  }
  const pot = (step.pots ?? []).reduce((sum, { amount }) => sum + amount, 0);
  on.textAlign = "center";
  write(on, pot ? t("Pot {amount}", { amount: inChips(pot) }) : capital(word(step.street)), WIDE / 2, boards.length ? 360 : 250, 26, INK, 650);
  on.textAlign = "left";
  const hands = handsIn(step);
  const columns = hands.length > 2 ? 3 : Math.max(1, hands.length);
  const values = percents((shares?.shares ?? []).map(([, share]) => share), shares?.exact);
  const wide = Math.min(420, (WIDE - 2 * EDGE - (columns - 1) * 16) / columns);
  for (const [at, seat] of hands.entries()) {
    const [row, column] = [Math.floor(at / columns), at % columns];
    const inRow = Math.min(columns, hands.length - row * columns);
    const x = (WIDE - inRow * wide - (inRow - 1) * 16) / 2 + column * (wide + 16);
    const found = shares?.shares.findIndex(([player]) => player === seat.player) ?? -1;
    drawHand(on, seat, x, (hands.length > 3 ? 392 : 430) + row * 124, wide, values[found] ?? "");
  }
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
}
