/** The room over HTTP. What it refuses is thrown as `Refused`, in the room's own words. */

import { wholeSummary } from "./messages.js";

/**
 * @import { AvatarForm, Avatars, BanForm, ChangePerson, ChangeSeason, Club, ClubLook, ClubLookForm, Equities, TournamentLine, Games, HandRecord, Hands, Integrity, Invite, JournalLinesPage, JournalPage, Me, MyFigures, League, LockMade, MyHands, NightBooks, NightChange, Nights, Opened, PersonsOfClub, Practice, Replay, SeatPerson, SeasonForm, SeasonList, SeasonPage, Shares, Standings, TableForm, TableTerms, Tables, Verified, WhoForm } from "sidepot/protocol"
 * @import { Sentence, Summary } from "./messages.js"
 * @typedef {{ step: number, at: number, by: string, text: string, because: string, code?: string, sentence?: Sentence }} Unfit
 */

/** Something the room refused, why, and by which rule. */
export class Refused extends Error {
  /**
   * @param {{ text: string, do: { type: string } }[]} offers
   * @param {Unfit[]} faults
   */
  constructor(because = "", cite = "", status = 0, code = "", offers = [], faults = [], sentence = /** @type {Sentence | undefined} */ (undefined)) {
    super(because);
    this.because = because;
    this.cite = cite;
    this.status = status;
    this.code = code; // what kind of refusal it is: docs/reference/codes.md
    this.offers = offers; // acts that put it right, where there are some
    this.faults = faults; // later steps that need the one to be taken back
    this.sentence = sentence; // its words as data, where the code does not say it all
  }
}

/**
 * What was caught, as something to tell the person.
 * @param {unknown} caught
 * @returns {Refused}
 */
export const asRefused = (caught) => (caught instanceof Refused ? caught : new Refused(String(caught)));

/** @type {Me | null} */
let me = null;

/** @param {Response} response */
async function answerOf(response) {
  const text = await response.text();
  let data;
  try {
    data = text ? JSON.parse(text) : {};
  } catch {
    data = {};
  }
  if (response.ok) return data;
  const because = data.because ?? data.detail ?? `the room answered ${response.status}`;
  throw new Refused(because, data.cite ?? "", response.status, data.code ?? "", data.offers ?? [], data.faults ?? [], data.sentence);
}

/**
 * @param {string} path
 * @param {RequestInit} options
 */
export async function ask(path, options = {}) {
  let response;
  try {
    response = await fetch(path, { credentials: "same-origin", ...options });
  } catch {
    throw new Refused("The room cannot be reached just now");
  }
  return answerOf(response);
}

/**
 * POST `data` as JSON, or `raw` as it is, with the token that shows it comes from this page.
 * @param {string} path
 * @param {unknown} data
 * @param {string | Blob | null} raw
 * @param {RequestInit} more
 */
export async function post(path, data = {}, raw = null, more = {}) {
  const who = await whoAmI();
  const send = () =>
    ask(path, {
      ...more,
      method: "POST",
      headers: { "content-type": raw instanceof Blob ? raw.type : "application/json", "x-csrftoken": me?.csrf ?? who.csrf },
      body: raw ?? JSON.stringify(data),
    });
  try {
    return await send();
  } catch (caught) {
    if (asRefused(caught).status !== 403) throw caught;
    await whoAmI(true); // the token may be an old one: once more with the new one
    return send();
  }
}

// ---- avatars

/**
 * The addresses of the avatars of these people.
 * @param {string[]} names
 * @returns {Promise<Avatars>}
 */
export const avatarsOf = (names) => ask(`/api/avatars?${new URLSearchParams(names.map((name) => ["name", name]))}`);

/**
 * Take one of the drawings; "" erases one's avatar.
 * @param {AvatarForm["drawing"]} drawing
 * @returns {Promise<Avatars>}
 */
export const chooseAvatar = (drawing) => post("/api/avatar", { drawing });

/**
 * Send a picture of one's own.
 * @param {Blob} picture
 * @returns {Promise<Avatars>}
 */
export const sendPicture = (picture) => post("/api/avatar/picture", {}, picture);

/** How the club looks. @returns {Promise<ClubLook>} */
export const lookOfClub = () => ask("/api/club/look");

/**
 * Choose how the club looks; without `logo` its logo is removed.
 * @param {ClubLookForm} look
 * @returns {Promise<ClubLook>}
 */
export const chooseLook = (look) => post("/api/club/look", look);

/**
 * Send the club's logo.
 * @param {Blob} picture
 * @returns {Promise<ClubLook>}
 */
export const sendLogo = (picture) => post("/api/club/logo", {}, picture);

// ---- who one is

/** @returns {Promise<Me>} who this browser is to the room: `name` is "" for somebody who has not given a name yet */
export async function whoAmI(again = false) {
  if (!me || again) me = /** @type {Me} */ (await ask("/api/me"));
  return me;
}

/**
 * Be a guest called `name`, unless one is somebody already.
 * @param {string} name
 */
export async function beGuest(name) {
  const now = await whoAmI();
  if (now.name) return now;
  await post("/api/guest", { name });
  return whoAmI(true);
}

/**
 * Take another name: seats and chips stay one's own.
 * @param {string} name
 */
export async function rename(name) {
  await post("/api/rename", { name });
  return whoAmI(true);
}

/**
 * @param {"login" | "signup"} how
 * @param {string} name
 * @param {string} password
 */
export async function logIn(how, name, password) {
  await post(how === "signup" ? "/api/signup" : "/api/login", { name, password });
  return whoAmI(true);
}

export async function logOut() {
  await post("/api/logout");
  return whoAmI(true);
}

/**
 * Become the host by the token of a host link.
 * @param {string} token
 */
export async function beHost(token) {
  await post("/api/host", { token });
  return whoAmI(true);
}

// ---- the tables

/** @param {string} id */
const pathOf = (id) => `/api/tables/${encodeURIComponent(id)}`;

/** @returns {Promise<{ tables: Summary[], mine: string[], tournaments: TournamentLine[] }>} all tables, at which of them one sits, and what one can enter */
export async function tables() {
  /** @type {Tables} */
  const lobby = await ask("/api/tables");
  return { tables: (lobby.tables ?? []).map(wholeSummary), mine: lobby.mine ?? [], tournaments: lobby.tournaments ?? [] };
}

/** @returns {Promise<Required<Games>>} all games and mixes that a table can be opened with, and the books of rules */
export const games = async () => {
  const found = await ask("/api/games");
  return { games: found.games ?? [], books: found.books ?? [] };
};

/**
 * @param {TableForm} form
 * @returns {Promise<Opened>}
 */
export const openTable = (form) => post("/api/tables", form);

/**
 * The terms of a table, and whether one accepts them before sitting down.
 * @param {string} id
 * @returns {Promise<TableTerms>}
 */
export const termsOf = (id) => ask(`${pathOf(id)}/agreement`);

/**
 * Store a new password of a table, which its terms can name by its lock.
 * @param {string} id
 * @param {string} password
 * @returns {Promise<LockMade>}
 */
export const newPassword = (id, password) => post(`${pathOf(id)}/password`, { password });

/** @returns {Promise<Invite>} the addresses by which others get here */
export const inviteOf = () => ask("/api/invite");

/**
 * Switch the local network on or off.
 * @param {boolean} on
 * @returns {Promise<Invite>}
 */
export const switchLan = (on) => post("/api/invite/lan", { on });

/**
 * Say the password of a table.
 * @param {string} id
 * @param {string} password
 */
export const joinTable = (id, password) => post(`${pathOf(id)}/join`, { password });

/**
 * Whether a private table is open to this person: the password was given before.
 * @param {string} id
 */
export async function isOpenToMe(id) {
  try {
    await handsOf(id);
    return true;
  } catch (caught) {
    if ([401, 403].includes(asRefused(caught).status)) return false;
    throw caught;
  }
}

// ---- the club, for its hosts

/** @returns {Promise<Club>} who is here, and who was sent away */
export const clubOf = () => ask("/api/club");

/**
 * Send a player away.
 * @param {BanForm} form
 */
export const banPlayer = (form) => post("/api/club/bans", form);

/**
 * Erase somebody's picture.
 * @param {WhoForm} whom
 */
export const erasePicture = (whom) => post("/api/club/pictures/erase", whom);

/**
 * Make somebody a host or a member, or neither.
 * @param {string} account
 * @param {string} role
 */
export const giveRole = (account, role) => post("/api/club/roles", { account, role });

/**
 * Hand the room over to somebody.
 * @param {string} account
 */
export const handOver = (account) => post("/api/club/owner", { account });

/** Close every table, each when its hand is over. */
export const endSession = () => post("/api/club/end");

/**
 * Let a player come back.
 * @param {string} account
 */
export const liftBan = (account) => post("/api/club/bans/lift", { account });

// ---- the persons of the club over the years, for a host

/** @returns {Promise<PersonsOfClub>} */
export const personsOfClub = () => ask("/api/club/persons");

/**
 * Another name or account for a person, or the name erased.
 * @param {number} person
 * @param {ChangePerson} change
 * @returns {Promise<PersonsOfClub>}
 */
export const changePerson = (person, change) => post(`/api/club/persons/${person}`, change);

/**
 * Send a picture of a person of the club; an empty one erases it.
 * @param {number} person
 * @param {Blob} picture
 * @returns {Promise<PersonsOfClub>}
 */
export const sendPictureOf = (person, picture) => post(`/api/club/persons/${person}/picture`, {}, picture);

/**
 * The person of a player's page: their picture, and their page in a later tournament.
 * @param {string} token
 * @returns {Promise<SeatPerson>}
 */
export const personOfSeat = (token) => ask(`/api/seat/${encodeURIComponent(token)}/person`);

/**
 * Send one's picture from the own page; an empty one erases it.
 * @param {string} token
 * @param {Blob} picture
 * @returns {Promise<SeatPerson>}
 */
export const sendSeatPicture = (token, picture) => post(`/api/seat/${encodeURIComponent(token)}/picture`, {}, picture);

/**
 * Two persons are one: the name and the number of the second stay.
 * @param {number} person
 * @param {number} into
 * @returns {Promise<PersonsOfClub>}
 */
export const mergePersons = (person, into) => post("/api/club/merges", { person, into });

/**
 * @param {number} merge
 * @returns {Promise<PersonsOfClub>}
 */
export const undoMerge = (merge) => post(`/api/club/merges/${merge}/undo`, {});

/**
 * The address of all that is stored about a person, as a file.
 * @param {number} person
 */
export const storedOfPerson = (person) => `/api/club/persons/${person}/stored`;

// ---- the hands that were played

/**
 * The hands of a table whose records can be had.
 * @param {string} id
 * @returns {Promise<Hands["hands"]>}
 */
export const handsOf = async (id) => (await ask(`${pathOf(id)}/hands`)).hands ?? [];

/**
 * @param {string} id
 * @param {number} hand
 */
export const handPath = (id, hand) => `${pathOf(id)}/hands/${hand}`;

/**
 * The record of a hand.
 * @param {string} id
 * @param {number} hand
 * @returns {Promise<HandRecord>}
 */
export const recordOf = (id, hand) => ask(handPath(id, hand));

/**
 * Have the room check the record of a hand.
 * @param {string} text
 * @returns {Promise<Verified>}
 */
export const verifyByRoom = (text) => post("/api/verify", {}, text);

// ---- the hands that one was at

/**
 * @param {URLSearchParams} query
 * @returns {Promise<MyHands>} a page of the hands that one was at or saw, the newest first
 */
export const myHands = (query) => ask(`/api/hands?${query}`);

/**
 * Where a hand is as a file.
 * @param {string} id
 * @param {number} hand
 * @param {string} kind
 */
export const handFile = (id, hand, kind) => `${handPath(id, hand)}/file?kind=${kind}`;

/**
 * Where one's own hands are as a file: those of a choice as in the list, or of a `night`.
 * @param {URLSearchParams} query
 * @param {string} kind
 */
export function handsFile(query, kind) {
  const asked = new URLSearchParams(query);
  if (asked.has("night")) asked.set("offset", String(offset()));
  asked.set("kind", kind);
  return `/api/hands/file?${asked}`;
}

/**
 * A file of the room, and the name that it gives it.
 * @param {string} path
 * @returns {Promise<{ name: string, blob: Blob }>}
 */
export async function takeFile(path) {
  let response;
  try {
    response = await fetch(path, { credentials: "same-origin" });
  } catch {
    throw new Refused("The room cannot be reached just now");
  }
  if (!response.ok) await answerOf(response);
  const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "hands";
  return { name, blob: await response.blob() };
}

/** @returns {Promise<MyFigures>} one's own figures in cash games */
export const myFigures = () => ask("/api/figures");

// ---- integrity, for a host

/** @returns {Promise<Integrity>} what the last look through the hands found, and who asks to sit beside themselves */
export const integrityOf = () => ask("/api/integrity");

/**
 * Have the hands of so many days looked through; 0: all.
 * @param {number} days
 */
export const lookThrough = (days) => post("/api/integrity/look", { days });

/**
 * Let an account sit at a table beside another of its browser, or not any more.
 * @param {string} table
 * @param {string} account
 * @param {boolean} given
 */
export const seatLeave = (table, account, given) => post("/api/integrity/seat", { table, account, given });

// ---- the nights of the club

/** Minutes that the clock here is ahead of UTC. */
const offset = () => -new Date().getTimezoneOffset();

/**
 * Nights, the last one first: those before a time, or (0) the last ones.
 * @param {number} before
 * @returns {Promise<Nights>}
 */
export const nights = (before) => ask(`/api/nights?offset=${offset()}&before=${before}`);

/** @param {readonly string[]} tables */
const ofTables = (tables) => tables.map((table) => `&table=${encodeURIComponent(table)}`).join("");

/**
 * The books of a night ("2026-11-26"), a month ("2026-11") or a year ("2026"), at these tables; none: at all.
 * @param {string} period
 * @param {readonly string[]} tables
 * @returns {Promise<NightBooks>}
 */
export const nightBooks = (period, tables = []) => ask(`/api/nights/${period}?offset=${offset()}${ofTables(tables)}`);

/**
 * Change the books of a period, and get them.
 * @param {string} period
 * @param {NightChange} change
 * @returns {Promise<NightBooks>}
 */
export const changeNight = (period, change) => post(`/api/nights/${period}/changes?offset=${offset()}`, change);

/**
 * The league of a month or a year.
 * @param {string} period
 * @returns {Promise<League>}
 */
export const leagueOf = (period) => ask(`/api/nights/${period}/league?offset=${offset()}`);

/**
 * The address of the books as a file.
 * @param {string} period
 * @param {"players" | "payments" | "changes" | "league" | "postings"} what
 * @param {readonly string[]} tables
 */
export const nightFile = (period, what, tables = []) => `/api/nights/${period}/csv?offset=${offset()}&what=${what}${ofTables(tables)}`;

/** @returns {Promise<SeasonList>} the seasons of the club, for a host */
export const seasonsOf = () => ask("/api/seasons");

/**
 * The terms of a season, and the tournaments to choose from.
 * @param {number} season
 * @returns {Promise<SeasonPage>}
 */
export const seasonOf = (season) => ask(`/api/seasons/${season}`);

/**
 * @param {SeasonForm} form
 * @returns {Promise<SeasonPage>}
 */
export const openSeason = (form) => post("/api/seasons", form);

/**
 * @param {number} season
 * @param {ChangeSeason} change
 * @returns {Promise<SeasonPage>}
 */
export const changeSeason = (season, change) => post(`/api/seasons/${season}`, change);

/**
 * @param {number} season
 * @returns {Promise<Standings>}
 */
export const standingsOf = (season) => ask(`/api/seasons/${season}/standings`);

/**
 * The standings of a public page.
 * @param {string} token
 * @returns {Promise<Standings>}
 */
export const publicStandings = (token) => ask(`/api/standings/${encodeURIComponent(token)}`);

/**
 * The address of a file of a season.
 * @param {number} season
 * @param {"csv" | "toml"} what
 */
export const seasonFile = (season, what) => `/api/seasons/${season}/${what}`;

/**
 * The accounts of a period in the journal, for a host.
 * @param {string} period
 * @returns {Promise<JournalPage>}
 */
export const journalOf = (period) => ask(`/api/journal/${period}?offset=${offset()}`);

/**
 * The lines of one account.
 * @param {string} period
 * @param {string} account
 * @returns {Promise<JournalLinesPage>}
 */
export const journalLines = (period, account) => ask(`/api/journal/${period}/lines?offset=${offset()}&account=${encodeURIComponent(account)}`);

/**
 * The address of the journal, or of one account, as a file.
 * @param {string} period
 */
export const journalFile = (period, account = "") => `/api/journal/${period}/csv?offset=${offset()}&account=${encodeURIComponent(account)}`;

/**
 * @param {string} id
 * @param {number} hand
 * @param {boolean} isPublic as everybody saw it, also where one was in it
 * @returns {Promise<Replay>}
 */
export const replayed = (id, hand, isPublic) => ask(`${handPath(id, hand)}/replay${isPublic ? "?public=true" : ""}`);

/**
 * The equities at each step of a replay.
 * @param {string} id
 * @param {number} hand
 * @param {boolean} isPublic as everybody saw it
 * @returns {Promise<Equities>}
 */
export const equitiesOf = (id, hand, isPublic) => ask(`${handPath(id, hand)}/equities${isPublic ? "?public=true" : ""}`);

/**
 * One's own decisions in a hand, with pot odds and equities.
 * @param {string} id
 * @param {number} hand
 * @returns {Promise<Practice>}
 */
export const practiceOf = (id, hand) => ask(`${handPath(id, hand)}/practice`);

/**
 * The shares of a run-out.
 * @param {string} id
 * @param {number} hand
 * @returns {Promise<Shares>}
 */
export const sharesOf = (id, hand) => ask(`${handPath(id, hand)}/shares`);

/**
 * @param {string} id
 * @param {number} hand
 * @param {string} text
 */
export const keepNote = (id, hand, text) => post(`${handPath(id, hand)}/note`, { text });
