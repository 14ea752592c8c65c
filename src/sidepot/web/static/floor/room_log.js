/** The rulings that hosts keep in the room, with their photos. */

import { askWhether } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { put } from "../common/element.js";
import { DATES, t } from "../common/language.js";
import { pictureField } from "../common/small_picture.js";
import { ask, post, whoAmI } from "../room/api.js";
import { refusal, trouble } from "../room/trouble.js";

/** @import { KeptRuling, KeptRulings, RulingForm } from "sidepot/protocol" */

const LOG = "/api/floor/log";
const LONGEST_LINK = 4000;
const LONGEST = { what: 200, ruling: 400, rule: 80, house: 64 };
const PHOTO = { side: 960, type: "image/jpeg" }; // the room keeps at most 1280 pixels

/** Whether this person keeps rulings in the room. */
export async function isKeeper() {
  try {
    return ["host", "staff"].includes((await whoAmI()).role);
  } catch {
    return false; // rulings can be kept on the device
  }
}

/** @param {RulingForm} one */
export function keepInRoom(one) {
  const cut = Object.entries(LONGEST).map(([name, most]) => [name, String(one[/** @type {keyof RulingForm} */ (name)] ?? "").slice(0, most)]);
  return post(LOG, { ...one, ...Object.fromEntries(cut), link: (one.link ?? "").length > LONGEST_LINK ? "/floor" : one.link });
}

/**
 * The room's list of rulings, latest first: its file, photos, and erasing.
 * @param {HTMLElement} place
 */
export async function showRoomLog(place) {
  const when = new Intl.DateTimeFormat(DATES, { dateStyle: "medium", timeStyle: "short" });
  const note = h("p", { class: "hint", role: "status" });
  const list = h("ul", {});
  const title = h("summary", {});
  const earlier = h("button", { type: "button", class: "quiet" }, t("Earlier"));
  let more = 0;

  /** @param {KeptRulings} found */
  function show(found, isMore = false) {
    more = found.more;
    put(title, t("Rulings kept in the room: {count}", { count: found.count }));
    const lines = found.rulings.map(line);
    if (isMore) list.append(...lines);
    else put(list, lines);
    earlier.hidden = !more;
    place.hidden = found.count === 0;
    put(note);
  }

  /** @param {() => Promise<KeptRulings>} act */
  async function change(act, isMore = false) {
    try {
      show(await act(), isMore);
    } catch (caught) {
      put(note, refusal(caught));
    }
  }

  /** @param {KeptRuling} one */
  async function erase(one) {
    if (await askWhether(t("Erase this ruling?"), one.ruling, t("Erase"))) await change(() => post(`${LOG}/${one.number}/erase`));
  }

  /** @param {KeptRuling} one */
  const line = (one) => {
    const photo = `${LOG}/${one.number}/photo`;
    return h(
      "li", {},
      h("small", {}, [when.format(new Date(one.at)), one.table, one.by].filter(Boolean).join(" · ")),
      h("a", { href: one.link }, one.ruling),
      h("small", {}, [one.what, one.rule].filter(Boolean).join(" · ")),
      one.photo && h("a", { href: one.photo, target: "_blank" }, h("img", { src: one.photo, alt: t("Photo"), loading: "lazy" })),
      h(
        "div", { class: "buttons" },
        one.photo
          ? h("button", { type: "button", class: "quiet", onclick: () => change(() => post(photo, {}, new Blob([], { type: "image/jpeg" }))) }, t("Erase photo"))
          : h("label", { class: "field" }, h("span", {}, t("Add a photo")), pictureField(t("Add a photo"), (picture) => change(() => post(photo, {}, picture)), PHOTO)),
        h("button", { type: "button", class: "quiet", onclick: () => erase(one) }, t("Erase")),
      ),
    );
  };

  earlier.addEventListener("click", () => change(() => ask(`${LOG}?before=${more}`), true));
  const wasOpen = place.querySelector("details")?.open;
  put(place, h("details", { class: "floor-log", open: wasOpen }, title, list, note, h("div", { class: "buttons" }, earlier, h("a", { href: `${LOG}/csv`, download: "rulings.csv" }, t("Export")))));
  try {
    show(await ask(LOG));
  } catch (caught) {
    trouble(refusal(caught));
  }
}
