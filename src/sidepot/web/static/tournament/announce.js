/** The host announces a tournament: a structure to start from, when it starts, and who fills it up. */

import { field, fieldOf, openDialog, sentForm } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { t } from "../common/language.js";
import { textIn } from "../common/sentences.js";
import { selectStrength } from "../lobby/bots.js";
import { number, select } from "../form/fields.js";
import { announceIt, pageOf, presets } from "./calls.js";
import { nextOf, WEEKDAYS } from "./calendar.js";

/** @import { TournamentForm, PresetLine } from "sidepot/protocol" */
/** @import { Values } from "../form/fields.js" */

/** @type {Values} */
const STARTS = [["host", t("When I start it")], ["at", t("At a set time")], ["weekday", t("Every week")], ["full", t("When it is full")]];

/** Ask for the terms of a tournament, announce it, and go to its page. */
export async function announce() {
  const { presets: found = [] } = await presets().catch(() => ({ presets: [] }));
  return openDialog({ title: t("Announce a tournament"), wide: true, body: () => formOf(found.map(({ name, title }) => [name, textIn(title, [title])]), flightsOf(found)) });
}

/**
 * The names of the flights of each structure.
 * @param {readonly PresetLine[]} found
 */
const flightsOf = (found) => new Map(found.map(({ name, flights = [] }) => [name, flights]));

/**
 * @param {Values} structures
 * @param {ReadonlyMap<string, readonly string[]>} flights
 */
function formOf(structures, flights) {
  const title = h("input", { type: "text", maxlength: "45", autocomplete: "off" });
  const preset = select(structures.length ? structures : [["turbo", t("Turbo")]], structures.some(([name]) => name === "turbo") ? "turbo" : structures[0]?.[0] ?? "turbo");
  preset.setAttribute("autofocus", "");
  const starts = select(STARTS, "host");
  const at = h("input", { type: "datetime-local" });
  const weekday = select(WEEKDAYS.map((name, day) => [String(day), t("Every {period}", { period: name })]), "4");
  const hour = h("input", { type: "time", value: "20:00" });
  const players = number(0, 10_000, 0);
  const fill = number(0, 2_000, 0);
  const strength = selectStrength();
  const seconds = number(5, 600, 25);
  const words = h("textarea", { rows: "3", maxlength: "2000" });
  const word = h("input", { type: "text", autocomplete: "off", maxlength: "100" });
  const agreed = h("input", { type: "checkbox", name: "agreed" });
  const file = h("textarea", { rows: "4", spellcheck: "false" });
  const timed = field(t("Time"), at);
  const weekly = h("div", { class: "day-and-hour" }, field(t("Day"), weekday), field(t("Time of day"), hour));
  const days = h("div", { class: "flight-times" });
  const ofFlight = () => (file.value.trim() ? [] : flights.get(preset.value) ?? []);
  const suit = () => {
    put(days, ofFlight().map((name) =>
      fieldOf(t("Flight {name} starts", { name }), el("input", { key: name, type: "datetime-local", "data-flight": name }), t("empty: when I start it"))));
    days.hidden = !ofFlight().length;
    timed.hidden = starts.value !== "at";
    at.required = !timed.hidden;
    weekly.hidden = starts.value !== "weekday";
    players.min = starts.value === "full" ? "2" : "0";
  };
  const startsAt = () => {
    if (starts.value === "at") return new Date(at.value).getTime();
    return starts.value === "weekday" ? nextOf(Number(weekday.value), hour.value, new Date()).getTime() : 0;
  };
  const flightsAt = () => [...days.querySelectorAll("input")].map(({ value }) => (value ? new Date(value).getTime() : 0));
  /** @returns {TournamentForm} */
  const form = () => ({
    title: title.value.trim(),
    description: words.value.trim(),
    preset: preset.value,
    structure: file.value.trim(),
    starts_at: startsAt(),
    starts_full: starts.value === "full",
    weekly: starts.value === "weekday" ? Intl.DateTimeFormat().resolvedOptions().timeZone : "",
    players: Number(players.value),
    fill: Number(fill.value),
    strength: /** @type {TournamentForm["strength"]} */ (strength.value),
    seconds: Number(seconds.value),
    ...(!word.value ? {} : { password: word.value }),
    ...(agreed.checked ? { agreed: true } : {}),
    ...(ofFlight().length ? { flights_at: flightsAt() } : {}),
  });
  const send = async () => {
    const { id } = await announceIt(form());
    location.href = pageOf(id);
  };
  const rest = h("details", { class: "more" }, h("summary", {}, t("More")), h("div", { class: "two-columns" },
    field(t("Name"), title, t("empty: name of the structure")), field(t("Maximum players"), players, t("0: as in the structure")),
    field(t("Bot strength"), strength), field(t("Seconds to act"), seconds), field(t("Description"), words),
    field(t("Password"), word, t("leave empty to let everyone in")),
    h("label", { class: "check whole" }, agreed, " ", t("Players accept the terms when they register")),
    field(t("Custom structure"), file, t("paste a structure file to use it instead of the one above"))));
  const made = sentForm(send, [
    field(t("Structure"), preset), field(t("Start"), starts), timed, weekly, days, field(t("Fill with bots up to"), fill, t("players; 0: no bots")), rest,
  ], t("Announce"));
  made.addEventListener("input", suit);
  suit();
  return made;
}
