/** The director's calls over HTTP. */

import { ask, asRefused, post } from "../room/api.js";

/**
 * @import { Tournament, LogPage, Money, Player, Table } from "./tournament.js"
 * @import { Item } from "./counting.js"
 * @import { CommandBody, Outcome } from "./outbox.js"
 * @import { Sentence } from "../room/messages.js"
 * @import { Regulars } from "sidepot/protocol"
 */

const PATIENCE = 10_000; // a phone that has left the network would wait for minutes

export const PAGE = 200; // players that the server tells at a time

/** @param {string} id */
export const pathOf = (id) => `/api/tournaments/${encodeURIComponent(id)}`;

/**
 * The page of the bags of a flight, or of day 2.
 * @param {string} id
 */
export const bagsOf = (id) => `/desk/${encodeURIComponent(id)}/bags`;

/**
 * The page of the floor, which rules by the house of a tournament.
 * @param {{ id: string, terms: { house: string } }} tournament
 * @param {number} [table] 0: no table
 */
export function floorOf({ id, terms: { house } }, table = 0) {
  return `/floor?${new URLSearchParams({ tournament: id, ...(table && { table: String(table) }), ...(house && { house }) })}`;
}

const patient = () => ({ signal: AbortSignal.timeout(PATIENCE) });

/**
 * @param {string} id
 * @returns {Promise<Partial<Tournament>>}
 */
export const tournamentOf = (id) => ask(`${pathOf(id)}/director`, patient());

/**
 * All tables with their seats.
 * @param {string} id
 * @returns {Promise<Partial<Table>[]>}
 */
export async function tablesOf(id) {
  /** @type {Partial<Table>[]} */
  const all = [];
  for (let from = 0, goesOn = true; goesOn; goesOn = from > 0) {
    const { tables = [], next = 0 } = await ask(`${pathOf(id)}/tables?from=${from}`, patient());
    all.push(...tables);
    from = next;
  }
  return all;
}

/**
 * All tasks.
 * @param {string} id
 * @returns {Promise<Tournament["todo"]>}
 */
export const todoOf = async (id) => (await ask(`${pathOf(id)}/advice`, patient())).todo ?? [];

/**
 * The players that a text finds, 200 at most.
 * @param {string} id
 * @param {string} find
 * @returns {Promise<Partial<Player>[]>}
 */
export const playersOf = async (id, find = "") => (await ask(`${pathOf(id)}/players?from=0${find && `&find=${encodeURIComponent(find)}`}`, patient())).players ?? [];

/**
 * @param {string} id
 * @returns {Promise<Item[]>}
 */
export const scheduleOf = async (id) => (await ask(`${pathOf(id)}/structure`, patient())).items ?? [];

/**
 * @param {string} id
 * @param {number} from
 * @returns {Promise<LogPage>}
 */
export const logOf = (id, from) => ask(`${pathOf(id)}/log?from=${from}`);

/**
 * @param {string} id
 * @returns {Promise<Money>}
 */
export const moneyOf = (id, kept = 0) => ask(`${pathOf(id)}/money${kept ? `?kept=${kept}` : ""}`);

/**
 * Who played in the tournaments before this one, and has not entered it.
 * @param {string} id
 * @returns {Promise<Regulars["regulars"]>}
 */
export const regularsOf = async (id) => /** @type {Regulars} */ (await ask(`${pathOf(id)}/regulars`, patient())).regulars;

/**
 * Who of the club has this name.
 * @param {string} id
 * @param {string} name
 * @returns {Promise<Regulars["regulars"]>}
 */
export const knownAs = async (id, name) => /** @type {Regulars} */ (await ask(`${pathOf(id)}/known?name=${encodeURIComponent(name)}`, patient())).regulars;

/**
 * Enter the players of a file: CSV with a column of names.
 * @param {string} id
 * @param {string} text
 * @returns {Promise<import("sidepot/protocol").NamesDone>}
 */
export const enterFile = (id, text) => post(`${pathOf(id)}/players.csv`, {}, text);

/**
 * The same tournament again, with the terms of this one, or its next flight: its id, and the PINs of its roles.
 * @param {string} id
 * @param {string} title
 * @param {string} flight
 * @returns {Promise<{ id: string, pins?: { role: string, pin?: string }[] }>}
 */
export const playAgain = (id, title, flight = "") => post(`${pathOf(id)}/again`, { title, flight });

/**
 * A new PIN for a role; it is shown this once.
 * @param {string} id
 * @param {string} renew
 * @returns {Promise<{ role: string, pin?: string }[]>}
 */
export const newPin = async (id, renew) => (await post(`${pathOf(id)}/pins`, { renew })).pins ?? [];

/**
 * Another name for a player: a slip of the pen is put right.
 * @param {string} id
 * @param {string} player
 * @param {string} name
 */
export const renameTo = (id, player, name) => post(`${pathOf(id)}/persons`, { player, name });

/**
 * A name is forgotten for good, after the tournament.
 * @param {string} id
 * @param {string} player
 */
export const eraseName = (id, player) => post(`${pathOf(id)}/persons`, { player, erase: true });

/**
 * A new slip for a player: the token of their page.
 * @param {string} id
 * @param {string} player
 * @returns {Promise<string>}
 */
export const slipOf = async (id, player) => (await post(`${pathOf(id)}/persons`, { player, slip: true })).token;

/**
 * Enter as the person of a role, by its PIN.
 * @param {string} id
 * @param {string} pin
 * @param {string} name
 * @param {number} table of a dealer
 */
export const enterBy = (id, pin, name, table) => post(`${pathOf(id)}/enter`, { pin, name, table });

/**
 * Post a command. Without an answer, or where a PIN is asked or the server is out of order, it is "unreached", and sent again later.
 * @param {string} id
 * @param {CommandBody} body
 * @returns {Promise<Outcome>}
 */
export async function carryOut(id, body) {
  try {
    return { kind: "done", answer: await post(`${pathOf(id)}/do`, body, null, patient()) };
  } catch (caught) {
    const { because, cite, code, status, offers, faults, sentence } = asRefused(caught);
    if (!status || status === 401 || status === 429 || status >= 500) return { kind: "unreached" };
    return { kind: "refused", refusal: { because, cite, code, offers, faults, sentence } };
  }
}

/**
 * What an act would change.
 * @param {string} id
 * @param {CommandBody} body
 * @returns {Promise<{ by_chance?: { text: string, sentence: Sentence }[], changes?: { text: string, sentence: Sentence }[] }>}
 */
export const previewOf = (id, body) => post(`${pathOf(id)}/preview`, body);
