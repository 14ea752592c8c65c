/** Cards as text, such as `AsKd2c`, and the names of streets. */

import { word } from "../common/language.js";
import { capital } from "../common/words.js";

const RANKS = "23456789TJQKA";
const SUITS = "cdhs";

/**
 * The cards of a board as it is written; what is no card is left out.
 * @param {string} board
 */
export const cardsOf = (board) =>
  (board.match(/[2-9TJQKA][cdhs]/g) ?? []).map((card) => 4 * RANKS.indexOf(card[0]) + SUITS.indexOf(card[1]));

/**
 * The boards of a text.
 * @param {string} text
 */
export const boardsOf = (text) => text.split("/").map(cardsOf).filter(({ length }) => length);

/**
 * The name of a street, in the language of the page.
 * @param {string} street
 */
export const streetName = (street) => capital(word(street));
