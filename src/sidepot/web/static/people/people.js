/** The persons of the club, for its hosts: names, accounts, two who are one, and names that are erased. */

import { askWhether, field, openDialog, sentForm } from "../common/dialogs.js";
import { $, dress, h } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { t, tn } from "../common/language.js";
import { pictureField } from "../common/small_picture.js";
import { changePerson, mergePersons, personsOfClub, sendPictureOf, storedOfPerson, undoMerge } from "../room/api.js";
import { refusal, trouble, tried as triedThen } from "../room/trouble.js";

/** @import { ChangePerson, MergedPerson, PersonOfClub, PersonsOfClub } from "sidepot/protocol" */

dress();

const MOST_SHOWN = 200;
const LONGEST = "60"; // characters of a name
/** @type {PersonOfClub[]} */
let all = [];

/**
 * Do something that answers with the people as they are then.
 * @param {() => Promise<PersonsOfClub>} act
 */
const tried = (act) => triedThen(async () => drawAll(await act()), async () => {});

/** @param {PersonOfClub} person */
const nameOf = ({ name, number }) => name || t("Person {number}", { number });

/** @param {PersonOfClub} person */
function askName(person) {
  return openDialog({
    title: t("Rename {name}", { name: nameOf(person) }),
    body: (close) => {
      const name = h("input", { type: "text", required: true, autofocus: true, maxlength: LONGEST, value: person.name, autocomplete: "off" });
      const account = h("input", { type: "text", maxlength: LONGEST, value: person.account ?? "", autocomplete: "off" });
      const send = async () => {
        /** @type {ChangePerson} */
        const change = { name: name.value.trim(), ...(account.value.trim() !== (person.account ?? "") && { account: account.value.trim() }) };
        drawAll(await changePerson(person.number, change));
        close(true);
      };
      return sentForm(send, [field(t("Name"), name), field(t("Account in this room"), account, t("Online tournaments of this account count for the same person."))], t("Save"));
    },
  });
}

/** @param {PersonOfClub} person */
async function askMerge(person) {
  const others = all.filter((one) => one.number !== person.number && one.name);
  const likely = new Set(person.alike ?? []);
  others.sort((one, other) => Number(likely.has(other.number)) - Number(likely.has(one.number)));
  await openDialog({
    title: t("Who is the same person as {name}?", { name: nameOf(person) }),
    body: (close) => {
      const into = h("select", { autofocus: true }, others.map((one) => h("option", { value: String(one.number) }, `${one.name} (${played(one)})`)));
      const send = async () => {
        drawAll(await mergePersons(person.number, Number(into.value)));
        close(true);
      };
      return sentForm(send, field(t("The same person as"), into, t("This name and number stay. You can undo it.")), t("Make them one person"));
    },
  });
}

/** @param {PersonOfClub} person */
async function erase(person) {
  const words = t("The name goes from every tournament and from this list, for good. Results and standings stay, under a number.");
  if (await askWhether(t("Erase {name}?", { name: nameOf(person) }), words, t("Erase"))) await tried(() => changePerson(person.number, { erase: true }));
}

/** @param {PersonOfClub} person */
function askPicture({ number, name, picture = "" }) {
  return openDialog({
    title: t("Picture of {name}", { name }),
    body: (close) => {
      const send = async (/** @type {Blob} */ chosen) => {
        await tried(() => sendPictureOf(number, chosen));
        close(true);
      };
      return h("div", { class: "body" },
        picture && h("p", {}, h("img", { class: "club-picture", src: picture, alt: "", width: 96, height: 96 }), " ",
          h("button", { type: "button", class: "quiet", onclick: () => send(new Blob([])) }, t("Erase the picture"))),
        pictureField(t("Choose a picture"), send),
        h("p", { class: "hint" }, t("PNG, JPEG or WebP. The room keeps 128 × 128 pixels of it. Ask the person before you send it.")));
    },
  });
}

/** @param {PersonOfClub} person */
const played = ({ tournaments }) => tn("{count} evening", "{count} evenings", tournaments);

/** @param {MergedPerson} merged */
const mergedLine = ({ person, name, merge }) =>
  el("p", { key: `merged ${merge}` }, el("small", {}, t("also {name}", { name: name || t("Person {number}", { number: person }) })), " ",
    el("button", { type: "button", class: "link", onclick: () => tried(() => undoMerge(merge)) }, t("They are two people")));

/** @param {PersonOfClub} person */
function rowOf(person) {
  const { number, name, account, merged = [], alike = [], picture = "" } = person;
  const button = (/** @type {string} */ text, /** @type {string} */ label, /** @type {() => unknown} */ onclick) =>
    el("button", { type: "button", class: "quiet", "aria-label": label, onclick }, text);
  const facts = [played(person), account ? t("account {account}", { account }) : "", alike.length ? t("the name is there more than once") : ""];
  return el(
    "li",
    { class: `club-row${name ? "" : " is-over"}`, key: number, "data-person": number },
    picture && el("img", { class: "club-picture", src: picture, alt: "", width: 44, height: 44 }),
    el("div", {}, el("strong", {}, nameOf(person)), el("small", {}, facts.filter(Boolean).join(" · ")), merged.map(mergedLine)),
    el("div", { class: "club-acts" },
      name && button(t("Change"), t("Change {name}", { name }), () => askName(person)),
      name && button(t("Picture"), t("Picture of {name}", { name }), () => askPicture(person)),
      name && all.length > 1 && button(t("Same person as …"), t("{name} is the same person as …", { name }), () => askMerge(person)),
      el("a", { class: "quiet", href: storedOfPerson(number), download: true, "aria-label": t("All that is stored about {name}", { name: nameOf(person) }) }, t("Stored data")),
      name && button(t("Erase"), t("Erase {name}", { name }), () => erase(person))),
  );
}

function draw() {
  const text = /** @type {HTMLInputElement} */ ($("#text")).value.trim().toLocaleLowerCase();
  const found = all.filter((one) => nameOf(one).toLocaleLowerCase().includes(text));
  const place = $("#people");
  put(place, found.length ? found.slice(0, MOST_SHOWN).map(rowOf) : el("li", { class: "none" }, text ? t("Nobody has such a name.") : t("Nobody yet: people are added when they enter a live tournament or a cash night.")));
  place.setAttribute("aria-busy", "false");
  $("#find").hidden = all.length < 8;
}

/** @param {PersonsOfClub} answer */
function drawAll({ persons }) {
  all = persons;
  draw();
  trouble("");
}

$("#text").addEventListener("input", draw);
try {
  drawAll(await personsOfClub());
} catch (caught) {
  trouble(refusal(caught));
  $("#people").setAttribute("aria-busy", "false");
}
