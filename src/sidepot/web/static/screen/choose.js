/** The page on which somebody of the staff says what each display shows. Its address may hold the code: `/screens#4F7K`. */

import { $, dress, h, kept } from "../common/dom.js";
import { put } from "../common/element.js";
import { t } from "../common/language.js";
import { ask, asRefused, inviteOf, post } from "../room/api.js";
import { refusal } from "../room/trouble.js";
import { tournaments } from "../tournament/calls.js";
import { LAYOUTS, ViewsForm } from "./views_form.js";

/**
 * @import { DisplayLine, Displays, DisplayShow, TournamentLine } from "sidepot/protocol"
 * @import { View } from "./views_form.js"
 */

dress();

const AGAIN = 5000;
const OUT = new Set([401, 403]);

const wanted = new URLSearchParams(location.search).get("tournament") ?? ""; // of which one is of the staff

/** @type {readonly TournamentLine[]} */
let events = [];
const form = new ViewsForm($("#views"));
const ALL = Object.keys(LAYOUTS).map((layout) => ({ layout }));

/** @param {string} id */
const input = (id) => /** @type {HTMLInputElement | HTMLSelectElement} */ ($(`#${id}`));

/** @param {unknown} caught what was refused, or why */
function trouble(caught) {
  put($("#trouble"), typeof caught === "string" ? caught : caught ? refusal(caught) : "");
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
  const { views } = form;
  if (!views.length) return trouble(t("Choose at least one view."));
  const settings = {
    views,
    look: input("look").value,
    shape: input("shape").value,
    volume: Number(input("volume").value),
    voice: /** @type {HTMLInputElement} */ (input("voice")).checked,
  };
  const which = code();
  if (await send(which, { tournament: input("tournament").value, ...settings })) {
    kept.set("displays", settings); // the next display begins with them
    put($("#done"), t("Display {display} shows this", { display: which }));
  }
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
  const what = show ? `${title} · ${(show.views ?? [{ layout: "clock" }]).map(({ layout }) => LAYOUTS[layout]).join(", ")}` : t("waiting for its code");
  const take = () => {
    input("code").value = which;
    if (show) fill(show);
    input("code").focus();
  };
  const stop = async () => {
    await send(which, { tournament: "" });
    await list();
  };
  return h("li", {}, h("b", { translate: "no" }, which), h("small", {}, what),
    h("button", { type: "button", class: "quiet", onclick: take, "aria-label": t("Change {display}", { display: which }) }, show ? t("Change") : t("Choose")),
    show && h("button", { type: "button", class: "quiet", onclick: stop, "aria-label": t("Disconnect {display}", { display: which }) }, t("Disconnect")));
}

/**
 * Put settings into the form: those of a display, or those that were chosen last.
 * @param {Partial<Omit<DisplayShow, "views">> & { views?: readonly View[] }} show
 */
function fill({ tournament, views = ALL, look = "dark", shape = "16:9", volume = 70, voice = true }) {
  if (tournament) input("tournament").value = tournament;
  form.show(views);
  input("look").value = look;
  input("shape").value = shape;
  input("volume").value = String(volume);
  /** @type {HTMLInputElement} */ (input("voice")).checked = voice;
}

$("#form").addEventListener("submit", (sent) => {
  sent.preventDefault();
  void choose();
});
fill(kept.get("displays", {}));
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
