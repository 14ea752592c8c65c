/** The tournaments over HTTP, and over the line to the room. */

import { ask, post } from "../room/api.js";
import { newId } from "../room/socket.js";

/**
 * @import { Ack, TournamentForm, TournamentHands, TournamentMoves, TournamentPlayers, TournamentPage, Opened, Presets, TableTerms, TournamentCmd, Tournaments } from "sidepot/protocol"
 * @import { Line } from "../room/socket.js"
 */

const AGAIN = 15_000; // milliseconds until a topic that was refused is watched again

/** @param {string} id */
const pathOf = (id) => `/api/tournaments/${encodeURIComponent(id)}`;

/** @param {string} id */
export const pageOf = (id) => `/tournament/${encodeURIComponent(id)}`;

/**
 * The page of a tournament with real chips: the console for hosts, for everybody else what they may read of it.
 * @param {string} id
 * @param {boolean} isHost
 */
export const livePageOf = (id, isHost) => `/${isHost ? "desk" : "e"}/${encodeURIComponent(id)}`;

/** @param {string} id */
export const csvOf = (id) => `${pathOf(id)}/csv`;

/** @returns {Promise<Tournaments>} all tournaments, and those that one has entered */
export const tournaments = () => ask("/api/tournaments");

/** @returns {Promise<Presets>} the structures to start from */
export const presets = () => ask("/api/tournaments/presets");

/**
 * @param {TournamentForm} form
 * @returns {Promise<Opened>}
 */
export const announceIt = (form) => post("/api/tournaments", form);

/**
 * @param {string} id
 * @returns {Promise<TournamentPage>} how it stands, also long after it is over
 */
export const tournamentOf = (id) => ask(pathOf(id));

/**
 * @param {string} id
 * @returns {Promise<TournamentPlayers>}
 */
export const playersOf = (id) => ask(`${pathOf(id)}/players`);

/**
 * @param {string} id
 * @returns {Promise<TournamentMoves>}
 */
export const movesOf = (id) => ask(`${pathOf(id)}/moves`);

/**
 * @param {string} id
 * @returns {Promise<TournamentHands>} the hands that were played, by tables
 */
export const handsOf = (id) => ask(`${pathOf(id)}/hands`);

/**
 * @param {string} id
 * @returns {Promise<TableTerms>} its terms, and whether one accepts them before entering
 */
export const termsOfEvent = (id) => ask(`${pathOf(id)}/agreement`);

/**
 * Say the password of a tournament.
 * @param {string} id
 * @param {string} password
 */
export const joinEvent = (id, password) => post(`${pathOf(id)}/join`, { password });

/**
 * Say something to a tournament. Returns the ack; throws `Refused`.
 * @param {Line} line
 * @param {string} tournament
 * @param {TournamentCmd["do"]} what
 * @returns {Promise<Ack>}
 */
export const tell = (line, tournament, what) => line.ask({ type: "tournament_cmd", id: newId(), tournament, do: what });

/**
 * Watch a topic of a tournament, such as its state, `tournament/7`: now, whenever the line is back, and a while after the
 * room refused it.
 * @param {Line} line
 * @param {string} topic
 */
export function watchTopic(line, topic) {
  const send = () => line.send({ type: "watch", topic });
  line.on("welcome", send);
  line.on("gone", ({ table }) => table === topic && setTimeout(send, AGAIN)); // the database may be back
  if (line.how === "live") send();
}

/**
 * Open the line anew, under the name that one has by now.
 * @param {Line} line
 */
export function renewed(line) {
  const back = new Promise((resolve) => line.addEventListener("welcome", resolve, { once: true }));
  line.again();
  return back;
}
