/** A line of betting as a text that is changed by taps: its game, and the actions after the colon. */

/** @typedef {{ head: string, acts: string[] }} Line */

const TURN = /\s(?:to act|out of turn)$/i;
const EARLY = /\sout of turn$/i;
const PLAYER = /^\S+(?:\s+\([^)]*\))?$/; // a name, or a name with a stack
const STREET = /,?\s*\b(flop|turn|river)\b(?:\s+pot\s+\S+)?/i;
const PLAYERS = /,?\s*\b(\d+)\s+players\b|,?\s*\bheads-up\b/i;
const AMOUNT = /^(\d+(?:\.\d+)?)([km]?)$/i;

const WITH_BLINDS = new Set(["NL", "PL"]); // limits whose stakes are blinds, not bets

/** The streets of a line; "" is the first. */
export const STREETS = ["", "flop", "turn", "river"];

/** @param {string} text @returns {Line} */
export function lineIn(text) {
  const at = text.indexOf(":");
  const head = (at < 0 ? text : text.slice(0, at)).trim();
  const acts = at < 0 ? [] : text.slice(at + 1).split(";").map((act) => act.trim()).filter(Boolean);
  return { head, acts };
}

/** @param {Line} line */
export const textOf = ({ head, acts }) => (acts.length ? `${head}: ${acts.join("; ")}` : head);

/** The parts without words on whose turn it is; stacks stay. @param {string[]} acts */
const withoutTurn = (acts) => acts.filter((one) => !TURN.test(one) || one.includes("(")).map((one) => one.replace(TURN, ""));

/**
 * Adds an action to the line. Of a part `X (5000) to act` only the stack is kept, because the action decides whose turn it is;
 * a part about a player out of turn stays last.
 * @param {string} text
 * @param {string} act such as `B calls`
 */
export function withAct(text, act) {
  const { head, acts } = lineIn(text);
  const early = acts.filter((one) => EARLY.test(one));
  return textOf({ head, acts: [...withoutTurn(acts), act, ...early] });
}

/**
 * The line about this player, who is to act or out of turn.
 * @param {string} text
 * @param {string} name
 * @param {boolean} early
 */
export function about(text, name, early) {
  const { head, acts } = lineIn(text);
  return textOf({ head, acts: [...withoutTurn(acts), `${name} ${early ? "out of turn" : "to act"}`] });
}

/** The line without its last action, or without its last word on whose turn it is. Stacks stay. @param {string} text */
export function withoutLast(text) {
  const { head, acts } = lineIn(text);
  const last = acts.findLastIndex((one) => !PLAYER.test(one));
  return textOf({ head, acts: acts.toSpliced(last, 1) });
}

/**
 * The game of a line, as far as taps can change it.
 * @param {string} text
 */
export function gameOf(text) {
  const { head } = lineIn(text);
  const [limit = "NL", stakes = "100/200"] = head.split(/[\s,]+/);
  const players = PLAYERS.exec(head);
  return {
    limit: limit.toUpperCase(),
    stakes,
    street: STREET.exec(head)?.[1].toLowerCase() ?? "",
    players: players ? Number(players[1] ?? 2) : 0,
  };
}

/** The number of chips that a word of a line means. @param {string} word */
function chipsIn(word) {
  const found = AMOUNT.exec(word);
  return found ? Number(found[1]) * ({ k: 1000, m: 1_000_000 }[found[2].toLowerCase()] ?? 1) : 0;
}

/** The big blind, or the small bet at fixed limit. @param {string} text */
export function unitOf(text) {
  const { limit, stakes } = gameOf(text);
  const [first, second] = stakes.split("/").map(chipsIn);
  return (WITH_BLINDS.has(limit) ? second : first) || second || first || 200;
}

/**
 * A new line for a game, with the usual beginning: a bet or raise, which the next player faces.
 * @param {ReturnType<typeof gameOf>} game
 * @param {boolean} early whether it is about a player out of turn
 */
export function begun({ limit, stakes, street, players }, early) {
  const unit = unitOf(`${limit} ${stakes}`);
  const on = street ? ` ${street} pot ${6 * unit}` : "";
  const head = `${limit} ${stakes}${on} ${players || 6} players`;
  const fixed = street ? "A bets" : "A raises";
  const bet = WITH_BLINDS.has(limit) ? `A ${(street ? 2 : 3) * unit}` : fixed;
  return `${head}: ${bet}; ${early && (players || 6) > 2 ? "C out of turn" : "B to act"}`;
}

const DENOMINATIONS = [1, 5, 25, 100, 500, 1000, 5000, 25_000, 100_000, 500_000, 1_000_000];

/** The chips that are likely in play with this big blind. @param {number} unit */
export function chipsFor(unit) {
  const from = DENOMINATIONS.findLastIndex((one) => one <= unit / 2);
  return DENOMINATIONS.slice(Math.max(from, 0), Math.max(from, 0) + 5);
}
