/** The page of the club, for its hosts: its people and their roles, bans, and the end of the session. */

import { askWhether } from "../common/dialogs.js";
import { $, dress } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { refusal, trouble, tried as triedThen } from "../room/trouble.js";
import { asRefused, clubOf, endSession, giveRole, handOver, liftBan, whoAmI } from "../room/api.js";
import { askBan } from "./ban.js";
import { askErase } from "./erase.js";
import { drawLook } from "./look.js";
import { DATES, t } from "../common/language.js";

/** @import { Club, ClubBan, ClubPerson } from "sidepot/protocol" */

dress();

const OFTEN = 5_000; // milliseconds between two looks
/** @type {Record<string, string>} */
const ROLES = { host: t("Owner"), staff: t("Host"), member: t("Member"), player: t("Player"), guest: t("Guest") };
const HOSTS = ["host", "staff"];
let mine = ""; // one's own role

/** @param {() => Promise<unknown>} act */
const tried = (act) => triedThen(act, look);

/** @param {number} at */
const when = (at) => new Date(at).toLocaleString(DATES, { dateStyle: "medium", timeStyle: "short" });

/**
 * The role of somebody, to be changed by whom it is for: of hosts only the owner decides.
 * @param {ClubPerson} person
 */
function roleChoice({ account, name, role }) {
  if (role === "host" || (mine !== "host" && role === "staff")) return "";
  const shown = role === "player" ? "guest" : role;
  const offered = ["guest", "member", ...(mine === "host" ? ["staff"] : [])];
  const onchange = (/** @type {Event} */ { currentTarget }) => {
    const { value } = /** @type {HTMLSelectElement} */ (currentTarget);
    return tried(() => giveRole(account, value));
  };
  return el("select", { "aria-label": t("Role of {name}", { name }), onchange }, offered.map((one) => el("option", { value: one, selected: one === shown }, ROLES[one])));
}

/**
 * The room goes to somebody else.
 * @param {ClubPerson} person
 */
function transferButton({ account, name, role }) {
  if (mine !== "host" || role === "host") return "";
  const ask = async () => {
    const words = t("{name} becomes the owner and decides who is a host. You stay a host until {name} changes that.", { name });
    if (!(await askWhether(t("Make {name} the owner of this room?", { name }), words, t("Make owner")))) return;
    await tried(() => handOver(account));
    mine = (await whoAmI(true)).role;
    await tried(look);
  };
  return el("button", { type: "button", class: "quiet", "aria-label": t("Make {name} the owner", { name }), onclick: ask }, t("Make owner"));
}

/** @param {ClubPerson} person */
function personRow(person) {
  const { account, name, role, here, picture } = person;
  const erase = () => tried(() => askErase(name, { account }));
  const ban = () => tried(() => askBan(name, { account }));
  return el(
    "li",
    { class: "club-row", "data-account": account, key: account },
    el("div", { class: "club-who" },
      picture ? el("img", { src: picture, alt: "", width: 40, height: 40 }) : "",
      el("div", {}, el("strong", {}, name), el("small", {}, [ROLES[role] ?? role, here ? t("here now") : ""].filter(Boolean).join(" · ")))),
    el("div", { class: "club-acts" },
      roleChoice(person),
      transferButton(person),
      picture ? el("button", { type: "button", class: "quiet", "aria-label": t("Erase the picture of {name}", { name }), onclick: erase }, t("Erase picture")) : "",
      HOSTS.includes(role) ? "" : el("button", { type: "button", class: "quiet", "aria-label": t("Ban {name}", { name }), onclick: ban }, t("Ban"))),
  );
}

/** @param {ClubBan} ban */
function banRow({ account, player, reason, since, until, watches, by, over }) {
  const ends = over ? t("expired") : until ? t("until {when}", { when: when(until) }) : t("permanent");
  const facts = [ends, watches ? t("can watch") : "", by ? t("since {when}, by {by}", { when: when(since), by }) : t("since {when}", { when: when(since) })];
  const lift = async () => {
    const words = t("{player} can sit down again at once.", { player });
    if (await askWhether(t("Lift the ban of {player}?", { player }), words, t("Lift the ban"))) await tried(() => liftBan(account));
  };
  return el(
    "li",
    { class: `club-row${over ? " is-over" : ""}`, "data-account": account, key: account },
    el("div", {}, el("strong", {}, player), el("p", {}, reason), el("small", {}, facts.filter(Boolean).join(" · "))),
    el("div", { class: "club-acts" },
      el("button", { type: "button", class: "quiet", "aria-label": t("Lift the ban of {player}", { player }), onclick: lift }, t("Lift the ban"))),
  );
}

/** @param {Club} club */
function draw({ people, bans }) {
  put($("#people"), people.map(personRow));
  put($("#bans"), bans.length ? bans.map(banRow) : el("li", { class: "none" }, t("Nobody is banned.")));
  for (const part of ["#people", "#bans"]) $(part).setAttribute("aria-busy", "false");
  $("#lists").hidden = false; // somebody whom it is not for sees no empty lists
}

async function look() {
  draw(await clubOf());
  trouble("");
}

$("#end").addEventListener("click", async () => {
  const words = t("Every table closes after the current hand. Everyone is cashed out and notified.");
  if (await askWhether(t("End the session?"), words, t("End the session"))) await tried(endSession);
});

async function show() {
  try {
    mine ||= (await whoAmI()).role;
    $("#end").hidden = $("#look").hidden = !HOSTS.includes(mine);
    await look();
    if (!$("#look-form").childElementCount && HOSTS.includes(mine)) await drawLook($("#look-form"));
  } catch (caught) {
    const { status } = asRefused(caught);
    trouble(refusal(caught));
    if (status === 401 || status === 403) return; // it is for hosts, and stays so
  }
  setTimeout(show, document.hidden ? OFTEN * 4 : OFTEN);
}

void show();
