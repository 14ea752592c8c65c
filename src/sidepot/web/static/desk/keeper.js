/** What the console knows of the tournament: fetched when something has changed, and kept for when nothing can be fetched. */

import { kept } from "../common/dom.js";
import { asRefused } from "../room/api.js";
import { wholeTournament, wholePlayers } from "./tournament.js";
import { tournamentOf, playersOf, scheduleOf, tablesOf, todoOf } from "./routes.js";

/**
 * @import { Item } from "./counting.js"
 * @import { Tournament, Player } from "./tournament.js"
 * @typedef {{ tournament: Tournament, players: Player[], items: Item[], ahead: number, heard: number }} Known
 */

const SOON = 120; // changes that come at a time are fetched at a time
const OUT = new Set([401, 403]);

/**
 * Whether the tables came with their seats: those of a large tournament do not.
 * @param {Partial<Tournament>} view
 */
const hasSeats = ({ tables = [] }) => tables.every(({ seats = [] }) => seats.length > 0);

export class Keeper extends EventTarget {
  /** @type {Known | null} */
  known = null;
  isReached = true;
  isShut = false; // a PIN is asked
  trouble = "";
  wantsAll = false; // all tasks, also those that the view leaves out
  missing = ""; // the code by which the server says that there is no desk for this tournament
  #isBusy = false;
  #isWanted = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {string} id */
  constructor(id) {
    super();
    this.id = id;
    this.known = kept.get(`desk.${id}.known`, /** @type {Known | null} */ (null));
    if (this.known) this.known = { ...this.known, tournament: wholeTournament(this.known.tournament), players: wholePlayers(this.known.players) };
  }

  /** The time of the server. */
  now() {
    return Date.now() + (this.known?.ahead ?? 0);
  }

  /** Fetch before long. */
  wake() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.refresh(), SOON);
  }

  async refresh() {
    this.#isWanted = true;
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      while (this.#isWanted) {
        this.#isWanted = false;
        await this.#fetch();
      }
    } finally {
      this.#isBusy = false;
    }
  }

  async #fetch() {
    try {
      const view = await tournamentOf(this.id);
      const heard = Date.now();
      const [tables, players, items, todo] = await Promise.all([hasSeats(view) ? view.tables : tablesOf(this.id), playersOf(this.id), scheduleOf(this.id), this.wantsAll && view.todo_more ? todoOf(this.id) : null]);
      const ahead = view.now ? view.now - heard : 0;
      this.known = { tournament: wholeTournament(todo ? { ...view, todo, todo_more: 0 } : view, tables), players: wholePlayers(players), items, ahead, heard };
      kept.set(`desk.${this.id}.known`, this.known);
      this.isReached = true;
      this.isShut = false;
      this.trouble = "";
      this.missing = "";
    } catch (caught) {
      const { status, because, code } = asRefused(caught);
      this.isShut = OUT.has(status);
      this.isReached = Boolean(status) && status < 500;
      this.trouble = status ? because : "";
      this.missing = status === 404 ? code : "";
    }
    this.dispatchEvent(new Event("change"));
  }
}
