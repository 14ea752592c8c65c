/** The public page of a live tournament: before the start players enter their names here; then it shows the standings. */

import { $, dress, kept } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { t, tn } from "../common/language.js";
import { ServerTime } from "../common/server_time.js";
import { titleIn } from "../common/sentences.js";
import { inMoney, useMoney } from "../common/money.js";
import { chips, cited } from "../common/words.js";
import { isOver, payoutsOf, wonWords } from "../tournament/payouts.js";
import { ask, asRefused, post } from "../room/api.js";
import { newId } from "../room/socket.js";
import { refusal } from "../room/trouble.js";
import { standAt } from "../screen/counting.js";
import { stackText } from "../screen/pictures.js";
import { personOfPhone } from "../slip/person.js";
import { clockWords, figuresOf, lostWords } from "../screen/screen_words.js";

/** @import { Child } from "../common/element.js" */
/** @import { ClubLook, PublicPage, PublicPageView } from "sidepot/protocol" */

dress();

const id = decodeURIComponent(location.pathname.split("/").filter(Boolean).at(-1) ?? "");
const MINE = `checked.${id}`;
const OFTEN = 500;
const ASKED = 15_000;
const LOST = 40_000;

const clock = new ServerTime();
/** @type {PublicPage | null} */
let page = null;
let heardAt = Date.now();
let key = newId(); // of the check-in: sent again it is not done twice

/** @param {unknown} caught */
function trouble(caught) {
  put($("#trouble"), caught ? refusal(caught) : "");
  $("#trouble").hidden = !caught;
}

async function look() {
  try {
    const asked = clock.asks();
    page = /** @type {PublicPage} */ (await ask(`/api/tournaments/${encodeURIComponent(id)}/public`));
    clock.heard(asked, page.now);
    heardAt = Date.now();
  } catch (caught) {
    if (asRefused(caught).status) trouble(caught);
  }
  draw();
  setTimeout(look, ASKED);
}

/** @param {ClubLook} club */
function drawClub({ name = "", logo: address = "" }) {
  $("#club").hidden = !name && !address;
  $("#logo").hidden = !address;
  if (address && $("#logo").getAttribute("src") !== address) $("#logo").setAttribute("src", address);
  put($("#club-name"), name);
}

/** A phone that has opened the page of a player before: it leads to theirs of this tournament, or the name is filled in. */
async function recognise() {
  const person = kept.get(MINE, "") ? null : await personOfPhone(id);
  if (!person) return;
  if (person.token) kept.set(MINE, person.token);
  const field = /** @type {HTMLInputElement} */ ($("#name"));
  if (!field.value) field.value = person.name;
  draw();
}

async function enter() {
  trouble(null);
  const name = /** @type {HTMLInputElement} */ ($("#name")).value.trim();
  try {
    const { token } = /** @type {{ token: string }} */ (await post(`/api/tournaments/${encodeURIComponent(id)}/checkin`, { id: key, name }));
    kept.set(MINE, token);
    location.assign(`/s/${encodeURIComponent(token)}`);
  } catch (caught) {
    if (asRefused(caught).status) key = newId();
    trouble(caught);
  }
}

// ---- what there is to see

function draw() {
  $(".public-page").removeAttribute("aria-busy");
  const isLost = Date.now() - heardAt > LOST;
  put($("#line"), isLost ? lostWords(heardAt) : "");
  if (!page) return;
  const now = page;
  useMoney(now.money);
  put($("#title"), now.title);
  drawClub(now.club ?? {});
  if (document.title !== `${now.title} – sidepot`) document.title = `${now.title} – sidepot`;
  const lead = [titleIn(now.game), now.cost ? t("Entry {price}", { price: inMoney(now.cost) }) : t("free"), t("{chips} chips", { chips: chips(now.stack) })].join(" · ");
  put($("#lead"), lead);
  const mine = kept.get(MINE, "");
  $("#mine-part").hidden = !mine;
  $("#mine").setAttribute("href", `/s/${encodeURIComponent(mine)}`);
  $("#enter-part").hidden = Boolean(mine) || !now.check_in;
  $("#closed").hidden = Boolean(mine) || !now.check_in_closed;
  drawHouse(now);
  $("#shown").hidden = !now.state;
  if (now.state) drawState(now.state);
}

/**
 * The house, and in which points it differs from the book: who enters accepts it.
 * @param {PublicPage} now
 */
function drawHouse({ house, house_title: title, differs = [] }) {
  put($("#house"), t("I accept the house rules: {title}", { title: titleIn(title || house) }));
  $("#differs").hidden = !differs.length;
  put($("#differs-title"), tn("{count} rule differs from the book", "{count} rules differ from the book", differs.length));
  put($("#differs-list"), differs.map((one) => el("li", { lang: "en" }, one.text, one.rule && el("cite", {}, ` ${cited(one.rule)}`))));
}

/** @param {PublicPageView} state */
function drawState(state) {
  const { screen } = state;
  const stand = standAt(screen.clock, screen.schedule, clock.now(), screen.more ?? 0);
  const words = clockWords(screen, stand);
  for (const [at, what] of ["#level", "#time", "#stakes", "#next"].entries()) put($(what), words[at]);
  const facts = figuresOf(screen);
  put($("#facts"), facts.map(({ title, value, more }) => el("div", {}, el("dt", {}, title), el("dd", {}, value, more && el("small", {}, ` ${more}`)))));
  list("stacks", isOver(screen) ? [] : (state.stacks ?? []), (one, at) => [el("span", {}, `${at + 1}. ${one.player}`), el("span", {}, stackText(one.chips, one.how ?? ""))]);
  list("out", state.out ?? [], (one) => [el("span", {}, `${one.place}. ${one.player}`), el("span", {}, wonWords(one))]);
  list("prizes", isOver(screen) ? [] : payoutsOf(screen), ({ place, player, amount }) => [el("span", {}, `${place} ${player}`.trim()), el("span", {}, inMoney(amount))]);
  list("entered", state.entered ?? [], (name) => el("span", {}, name));
}

/**
 * A list that is there while it has something in it.
 * @template T
 * @param {string} name
 * @param {readonly T[]} all
 * @param {(one: T, at: number) => Child} draw1
 */
function list(name, all, draw1) {
  $(`#${name}-part`).hidden = !all.length;
  put($(`#${name}`), all.map((one, at) => el("li", {}, draw1(one, at))));
}

$("#enter").addEventListener("submit", (sent) => {
  sent.preventDefault();
  void enter();
});
setInterval(draw, OFTEN);
await look();
await recognise();
