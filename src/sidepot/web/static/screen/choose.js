/** The page on which somebody of the staff says what each display shows. Its address may hold the code: `/screens#4F7K`. */

import { $, dress, h } from "../common/dom.js";
import { put } from "../common/element.js";
import { t } from "../common/language.js";
import { ask, asRefused, inviteOf, post } from "../room/api.js";
import { refusal } from "../room/trouble.js";
import { tournaments } from "../tournament/calls.js";

/** @import { DisplayLine, Displays, TournamentLine } from "sidepot/protocol" */

dress();

/** What a layout is called. @type {Record<string, string>} */
const LAYOUTS = { clock: t("Clock"), seats: t("Seats by name"), payouts: t("Payouts"), tables: t("Tables"), final: t("The final table") };
const AGAIN = 5000;
const OUT = new Set([401, 403]);

const wanted = new URLSearchParams(location.search).get("tournament") ?? ""; // of which one is of the staff

/** @type {readonly TournamentLine[]} */
let events = [];

/** @param {string} id */
const input = (id) => /** @type {HTMLInputElement | HTMLSelectElement} */ ($(`#${id}`));

/** @param {unknown} caught */
function trouble(caught) {
  put($("#trouble"), caught ? refusal(caught) : "");
  $("#trouble").hidden = !caught;
}

const code = () => input("code").value.trim().toUpperCase();

/**
 * @param {string} which
 * @param {object} show
 */
async function send(which, show) {
  trouble(null);
  put($("#done"));
  try {
    await post(`/api/screens/${encodeURIComponent(which)}`, show);
    return true;
  } catch (caught) {
    trouble(caught);
    return false;
  }
}

async function choose() {
  const turns = input("layout").value === "turns";
  const show = {
    tournament: input("tournament").value,
    layout: turns ? "clock" : input("layout").value,
    rotate: turns ? Number(input("seconds").value) || 20 : 0,
    look: input("look").value,
    shape: input("shape").value,
  };
  const which = code();
  if (await send(which, show)) put($("#done"), t("Display {display} shows this", { display: which }));
  await list();
}

async function list() {
  try {
    const { displays } = /** @type {Displays} */ (await ask(`/api/screens${wanted ? `?tournament=${encodeURIComponent(wanted)}` : ""}`));
    put($("#list"), displays.length ? displays.map(row) : h("li", {}, t("No displays in use")));
    allow(true);
  } catch (caught) {
    const isOut = OUT.has(asRefused(caught).status);
    allow(!isOut);
    if (!isOut) trouble(caught);
  }
}

/**
 * The form, or for somebody who may not use it who may, and what is needed.
 * @param {boolean} isAllowed
 */
function allow(isAllowed) {
  $("#allowed").hidden = !isAllowed;
  $("#refused").hidden = isAllowed;
  const desk = wanted ? `/desk/${encodeURIComponent(wanted)}` : "/tournaments";
  if (!isAllowed && !$("#refused").childElementCount) {
    put($("#refused"), h("p", {}, t("Only the host and tournament staff control displays. Sign in at the desk of your tournament with your PIN, then open this page again.")),
      h("p", {}, h("a", { href: desk }, wanted ? t("Go to its desk") : t("All tournaments"))));
  }
}

/** @param {DisplayLine} one */
function row({ code: which, show }) {
  const title = events.find(({ id }) => id === show?.tournament)?.title ?? show?.tournament ?? "";
  const what = show ? `${title} · ${show.rotate ? t("All in turn") : LAYOUTS[show.layout ?? "clock"]}` : t("waiting for its code");
  const take = () => {
    input("code").value = which;
    input("code").focus();
  };
  const stop = async () => {
    await send(which, { tournament: "" });
    await list();
  };
  return h("li", {}, h("b", { translate: "no" }, which), h("small", {}, what),
    h("button", { type: "button", class: "quiet", onclick: show ? stop : take, "aria-label": show ? t("Disconnect {display}", { display: which }) : t("Change {display}", { display: which }) }, show ? t("Disconnect") : t("Choose")));
}

function drawSeconds() {
  $("#seconds-field").hidden = input("layout").value !== "turns";
}

$("#form").addEventListener("submit", (sent) => {
  sent.preventDefault();
  void choose();
});
input("layout").addEventListener("change", drawSeconds);
drawSeconds();
input("code").value = decodeURIComponent(location.hash.slice(1)).slice(0, 4).toUpperCase();

try {
  events = (await tournaments()).tournaments;
  put($("#tournament"), events.map(({ id, title }) => h("option", { value: id, selected: id === wanted }, title)));
  const way = (await inviteOf()).ways[0]?.address ?? location.origin;
  put($("#address"), `${way.replace(/^https?:\/\//, "")}/screen`);
} catch (caught) {
  trouble(caught);
}
await list();
setInterval(list, AGAIN);
