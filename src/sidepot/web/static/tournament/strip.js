/** What a table of a tournament shows besides: the level and its time, the own place, banners; and it goes where one is moved. */

import { h } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { t } from "../common/language.js";
import { textIn } from "../common/sentences.js";
import { time } from "../common/words.js";
import { bannerWords, goesTo, moveWords, placeWords, stripFacts, wholeOwn, wholeTournament } from "./figures.js";
import { isOver } from "./payouts.js";
import { pageOf, tell, watchTopic } from "./calls.js";
import { reminder } from "./titles.js";

/**
 * @import { Event as TableEvent } from "sidepot/protocol"
 * @import { Line } from "../room/socket.js"
 * @import { Own, Tournament } from "./figures.js"
 * @import { Sentence } from "../room/messages.js"
 * @typedef {{ line: Line, table: string, id: string, toast: (because: string, cite?: string) => void }} Page
 */

const WHY = "sidepot.moved"; // why one came to the next table, until its page has shown it
const SOON = 2500; // milliseconds in which one can read that one is moved
const LONG = 60_000; // and in which the next page tells why
const BACK = /** @type {const} */ ([["rebuy", t("Rebuy")], ["reenter", t("Re-enter")], ["add_on", t("Take the add-on")], ["go_out", t("I am out")]]);

/** The strip over the table. */
export class Strip {
  /** @type {Tournament | null} */
  state = null;
  /** @type {Own} */
  own = wholeOwn(null);
  going = false;
  /** @type {{ because: string, cite: string } | null} */
  sent = null;

  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.facts = h("dl", {});
    this.banner = h("p", { class: "strip-banner", role: "status", hidden: true });
    this.moved = h("p", { class: "strip-moved", role: "status", hidden: true });
    this.acts = h("div", { class: "strip-acts" });
    this.element = h("section", { class: "strip", "aria-label": t("The tournament") }, this.facts, this.banner, this.moved, this.acts);
    const { line, id } = page;
    line.on("tournament", (message) => {
      if (message.tournament !== id) return;
      this.state = wholeTournament(message.state);
      this.own = wholeOwn(message.yours);
      this.draw();
    });
    line.on("event", (message) => this.hear(message));
    this.tellWhy();
    setInterval(() => this.draw(), 1000);
    watchTopic(line, `tournament/${id}`);
  }

  /** Tell for a minute why one is here, if one was moved here. */
  tellWhy() {
    try {
      const text = sessionStorage.getItem(WHY);
      sessionStorage.removeItem(WHY);
      const { because, cite } = JSON.parse(text ?? "null") ?? {};
      if (!because) return;
      put(this.moved, because, cite ? " " : "", cite ? el("cite", {}, cite) : "");
      this.moved.hidden = false;
      setTimeout(() => (this.moved.hidden = true), LONG);
    } catch {
      // a browser that keeps nothing: the list of moves says it, too
    }
  }

  /**
   * The table tells that somebody is sent to another one.
   * @param {TableEvent} message
   */
  hear(message) {
    const mine = message.table === this.page.table && message.sent?.find(({ player }) => player === this.own.name);
    if (!mine) return;
    this.sent = { because: `${t("You now play at table {table}, seat {seat}.", { table: mine.number, seat: mine.seat + 1 })} ${textIn(mine.because, /** @type {Sentence | undefined} */ (mine.because_sentence))}`, cite: mine.cite ?? "" };
    if (mine.table) this.go(mine.table);
  }

  /** @param {string} table */
  go(table) {
    if (this.going) return;
    this.going = true;
    const why = this.sent ?? moveWords(this.state?.news ?? [], this.own);
    this.page.toast(why.because, why.cite);
    try {
      sessionStorage.setItem(WHY, JSON.stringify(why));
    } catch {
      // it was shown here
    }
    setTimeout(() => location.assign(`/table/${encodeURIComponent(table)}`), SOON);
  }

  draw() {
    const { state, own, page } = this;
    if (!state) return;
    const now = page.line.now();
    const to = goesTo(own, page.table);
    if (to) this.go(to);
    const facts = isOver(state) ? [] : stripFacts(state, own, now);
    put(this.facts, facts.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))),
      el("div", {}, el("dt", { class: "unseen" }, t("Page")), el("dd", {}, el("a", { href: pageOf(page.id) }, t("Tournament")))));
    const banner = this.words(state, now);
    this.banner.hidden = !banner;
    put(this.banner, banner);
    const may = BACK.filter(([what]) => own.may.includes(what));
    put(this.acts, may.map(([what, words]) =>
      el("button", { type: "button", class: "quiet", onclick: () => this.say(what) }, words)));
    document.body.dataset.reminder = reminder(state, own, now);
  }

  /**
   * @param {Tournament} state
   * @param {number} now
   */
  words(state, now) {
    const { own } = this;
    if (own.status === "busted") {
      return own.until > now ? t("You are out of chips: you can buy back in for {time}", { time: time(own.until - now) }) : t("You are out of chips");
    }
    if (own.status === "out" || isOver(state) && own.place) return t("You finished in place {place}", { place: placeWords(own) });
    if (isOver(state)) return t("The tournament is over");
    return bannerWords(state, now);
  }

  /** @param {"rebuy" | "reenter" | "add_on" | "go_out"} what */
  async say(what) {
    try {
      await tell(this.page.line, this.page.id, { type: what });
    } catch (caught) {
      const { because = String(caught), cite = "" } = /** @type {{ because?: string, cite?: string }} */ (caught);
      this.page.toast(because, cite);
    }
  }
}

/**
 * Show the strip below the bar of the table.
 * @param {Page} page
 */
export function showStrip(page) {
  document.head.append(h("link", { rel: "stylesheet", href: "/static/tournament/strip.css" }));
  const strip = new Strip(page);
  document.querySelector(".stage")?.prepend(strip.element);
  return strip;
}
