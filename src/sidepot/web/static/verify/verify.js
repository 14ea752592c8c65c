/** The page that checks a hand: hashes here in the browser, the rules by the room. */

import { get, handPath, post } from "../room/api.js";
import { cardElement } from "../common/cards.js";
import { dress, h, put, s } from "../common/dom.js";
import { noted, notedRoot } from "./notes.js";
import { checkCards, checkChain, checkCuts, checkNotes, firstRoot, readRecord } from "./proof.js";
import { capital } from "../common/words.js";

dress();
const $ = (what) => document.querySelector(what);
let shown = null; // the text that is checked, and where it is from

const SIGNS = { good: "M5 13l5 5L20 7", bad: "M6 6l12 12M18 6L6 18", unknown: "M6 12h12" };

async function tried(name, check) {
  try {
    return { name, how: "good", found: (await check()) || "" };
  } catch (error) {
    return { name, how: "bad", found: error.message };
  }
}

/** All checks of a record, each {name, how, found}. */
async function checksOf(text, record, from) {
  const checks = [
    await tried("The chain is whole", () => checkChain(record)),
    await tried("The cards are those that were fixed", () => checkCards(record)),
    await tried("The cuts are right", () => checkCuts(record)),
    await notes(record, from),
  ];
  try {
    const verified = await post("/api/verify", {}, text);
    const wrong = verified.checks.filter(({ holds }) => !holds);
    checks.push({
      name: "The rules were kept",
      how: wrong.length ? "bad" : "good",
      found: (wrong.length ? wrong : verified.checks).map(({ name, found }) => `${name}: ${found}`).join("; "),
    });
  } catch (refused) {
    const because = refused.because ?? String(refused);
    const how = refused.status === 400 ? "bad" : "unknown";
    checks.push({ name: "The rules were kept", how, found: how === "bad" ? because : `not looked at: ${because}` });
  }
  return checks;
}

/** What was noted: typed in here, or by this browser while the hand was dealt. */
async function notes(record, from) {
  const name = "It is the hand that was played";
  const typed = { root: $("#root").value.trim(), link: $("#link").value.trim() };
  if (typed.root || typed.link) return tried(name, () => checkNotes(record, typed));
  const mine = from ? noted(from.table, from.hand) : notedRoot(firstRoot(record));
  if (!mine) {
    const found = "nothing was noted in this browser; a record made up from beginning to end would hold together too";
    return { name, how: "unknown", found };
  }
  const when = new Date(mine.at).toLocaleString();
  return tried(name, () => `${checkNotes(record, mine)}, by this browser, on ${when}`);
}

function verdict(checks) {
  if (checks.some(({ how }) => how === "bad")) return ["bad", "Something does not hold"];
  if (checks.some(({ how }) => how === "unknown")) return ["good", "All that could be checked holds"];
  return ["good", "Everything holds"];
}

async function check() {
  const place = $("#found");
  const trouble = $("#trouble");
  trouble.hidden = true;
  if (!shown) return;
  let record;
  try {
    record = readRecord(shown.text);
  } catch (error) {
    put(place);
    put(trouble, error.message);
    trouble.hidden = false;
    return;
  }
  const checks = await checksOf(shown.text, record, shown.from);
  const [how, words] = verdict(checks);
  const heading = record.items.find(({ type }) => type === "heading");
  const whose = record.seat < 0 ? "somebody who watched" : (heading?.players?.[record.seat] ?? `seat ${record.seat + 1}`);
  const last = record.links.at(-1) ?? "";
  put(
    place,
    h(
      "div",
      { class: `verdict ${how}`, "data-verdict": how },
      h("h2", {}, words),
      h("p", {}, heading ? `Hand ${heading.hand} at ${heading.table}, as ${whose} saw it` : "A record without a heading"),
    ),
    h(
      "ul",
      { class: "checks" },
      checks.map((one) =>
        h(
          "li",
          { class: one.how },
          s("svg", { viewBox: "0 0 24 24", role: "img", "aria-label": { good: "holds", bad: "does not hold", unknown: "not known" }[one.how] }, s("path", { d: SIGNS[one.how] })),
          h("strong", {}, one.name),
          h("p", {}, capital(one.found)),
        ),
      ),
    ),
    h("div", { class: "opened", role: "group", "aria-label": "The cards that were opened" }, record.openings.map(({ card }) => cardElement(card))),
    h("p", { class: "hash" }, `root ${firstRoot(record)}`),
    h("p", { class: "hash" }, `link ${last}`),
  );
}

function take(text, from = null) {
  shown = { text, from };
  return check();
}

// ---- where a record comes from

const drop = $("#drop");
const file = $("#file");
$("#choose").addEventListener("click", () => file.click());
file.addEventListener("change", async () => file.files[0] && take(await file.files[0].text()));
drop.addEventListener("dragover", (over) => {
  over.preventDefault();
  drop.classList.add("over");
});
drop.addEventListener("dragleave", () => drop.classList.remove("over"));
drop.addEventListener("drop", async (dropped) => {
  dropped.preventDefault();
  drop.classList.remove("over");
  const [one] = dropped.dataTransfer.files;
  if (one) await take(await one.text());
});
for (const pin of ["#root", "#link"]) $(pin).addEventListener("change", check);

const asked = new URLSearchParams(location.hash.slice(1));
if (asked.get("table") && asked.get("hand")) {
  const from = { table: asked.get("table"), hand: Number(asked.get("hand")) };
  try {
    await take(JSON.stringify(await get(handPath(from.table, from.hand))), from);
  } catch (refused) {
    put($("#trouble"), refused.because ?? String(refused));
    $("#trouble").hidden = false;
  }
}
