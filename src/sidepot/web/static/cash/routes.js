/** A cash night over HTTP. */

import { kept } from "../common/dom.js";
import { ask, post } from "../room/api.js";

/**
 * @import { CashDesk, CashDoForm, CashDone, CashJoined, CashNights, CashOwnPage, CashRegulars, CashForm, CashWall, RoleView } from "sidepot/protocol"
 */

/** @param {string} night */
const pathOf = (night) => `/api/cash/${encodeURIComponent(night)}`;

/** @param {string} token */
const ownPath = (token) => `/api/cash/me/${encodeURIComponent(token)}`;

/** @returns {Promise<CashNights>} */
export const nightsOn = () => ask("/api/cash");

/**
 * @param {CashForm} terms
 * @returns {Promise<{ id: string }>}
 */
export const openNight = (terms) => post("/api/cash", terms);

/**
 * @param {string} night
 * @returns {Promise<CashDesk>}
 */
export const deskOf = (night) => ask(pathOf(night));

/**
 * Give a command. The same `id` again repeats nothing.
 * @param {string} night
 * @param {string} id
 * @param {CashDoForm["do"]} command
 * @param {number} person which person of the club a new player is
 * @returns {Promise<CashDone>}
 */
export const give = (night, id, command, person = 0) => post(`${pathOf(night)}/do`, { id, do: command, ...(person && { person }) });

/**
 * @param {string} night
 * @returns {Promise<RoleView>}
 */
export const roleAt = (night) => ask(`${pathOf(night)}/role`);

/**
 * @param {string} night
 * @param {string} pin
 * @param {string} name
 * @returns {Promise<RoleView>}
 */
export const enterBy = (night, pin, name) => post(`${pathOf(night)}/enter`, { pin, name });

/**
 * @param {string} night
 * @param {string} renew
 * @returns {Promise<{ pins: { role: string, pin?: string }[] }>}
 */
export const pinsOf = (night, renew = "") => post(`${pathOf(night)}/pins`, renew ? { renew } : {});

/**
 * @param {string} night
 * @param {string} player
 * @param {boolean} renew
 * @returns {Promise<CashJoined>}
 */
export const pageOf = (night, player, renew = false) => post(`${pathOf(night)}/slip`, { player, renew });

/**
 * Correct a player's name.
 * @param {string} night
 * @param {string} player
 * @param {string} name
 * @returns {Promise<CashJoined>}
 */
export const nameAgain = (night, player, name) => post(`${pathOf(night)}/slip`, { player, name });

/**
 * @param {string} night
 * @param {string} key that the address of a display has; the staff need none
 * @returns {Promise<CashWall>}
 */
export const listsOf = (night, key) => ask(`${pathOf(night)}/lists?key=${encodeURIComponent(key)}`);

/**
 * The people of the club, those who played most often first.
 * @param {string} night
 * @returns {Promise<CashRegulars>}
 */
export const regularsOf = (night) => ask(`${pathOf(night)}/regulars`);

/**
 * @param {string} night
 * @param {string} id
 * @param {string} name
 * @returns {Promise<CashJoined>}
 */
export const join = (night, id, name) => post(`${pathOf(night)}/join`, { id, name });

/**
 * @param {string} token
 * @returns {Promise<CashOwnPage>}
 */
export const ownOf = (token) => ask(ownPath(token));

/**
 * @param {string} token
 * @param {string} id
 * @param {"going" | "interested" | "off" | "pass"} about
 * @param {number} game
 * @returns {Promise<CashOwnPage>}
 */
export const askFor = (token, id, about, game) => post(`${ownPath(token)}/asks`, { id, about, game });

/** The paper of this device's printer: "80mm" or "a4". */
export const paper = {
  get: () => kept.get("cash.paper", "80mm"),
  set: (/** @type {string} */ chosen) => kept.set("cash.paper", chosen),
};

/**
 * @param {string} night
 * @param {number} line
 */
export const receiptOf = (night, line) => `${pathOf(night)}/receipts/${line}?paper=${paper.get()}`;

/** @param {string} night */
export const booksOf = (night) => `${pathOf(night)}/books?paper=${paper.get()}`;

/**
 * @param {string} night
 * @param {"lines" | "players" | "payments"} what
 */
export const fileOf = (night, what) => `${pathOf(night)}/csv?what=${what}`;
