/** The lobby: who one is, the tables, and one click to a seat. */

import { beGuest, isOpenToMe, joinTable, logIn, logOut, post, tables, whoAmI } from "./api.js";
import { askPassword, field, openDialog } from "./dialogs.js";
import { dress, h, kept, put, whenChanged } from "./dom.js";
import { showLooks } from "./help.js";
import { newTable } from "./new_table.js";
import { PHASES, chips, count, someName } from "./words.js";

dress();

const $ = (what) => document.querySelector(what);
const OFTEN = 4000;
let me = { name: "", role: "" };

// ---- who one is

function drawWho() {
  const place = $("#who");
  if (!me.name) {
    const name = h("input", {
      id: "name", type: "text", maxlength: "30", autocomplete: "nickname", spellcheck: "false",
      value: kept.get("name", "") || me.offer || someName(),
      onchange: () => kept.set("name", name.value.trim()),
    });
    put(
      place,
      h("label", { class: "as", for: "name" }, "Playing as"),
      name,
      h("button", { type: "button", class: "link", onclick: () => account("login") }, "Sign in"),
    );
    return;
  }
  const guest = me.role === "guest";
  put(
    place,
    h("span", { class: "as" }, guest ? "Guest" : me.role === "player" ? "" : me.role),
    h("strong", {}, me.name),
    guest && h("button", { type: "button", class: "link", onclick: () => account("signup") }, "Keep this name"),
    h("button", { type: "button", class: "link", onclick: leave }, guest ? "Be somebody else" : "Sign out"),
  );
}

async function leave() {
  me = await logOut();
  drawWho();
  drawHost();
}

/** Sign in, or take a password so that the name stays one's own. */
function account(how) {
  const signup = how === "signup";
  return openDialog({
    title: signup ? "Keep this name" : "Sign in",
    body: (close) => {
      const name = h("input", { type: "text", required: true, maxlength: "30", autocomplete: "username",
        value: me.name ?? "", autofocus: !signup });
      const word = h("input", { type: "password", required: true, minlength: signup ? "8" : null, autofocus: signup,
        autocomplete: signup ? "new-password" : "current-password" });
      const wrong = h("p", { class: "refusal", role: "alert" });
      const send = async (sent) => {
        sent.preventDefault();
        try {
          me = await logIn(how, name.value.trim(), word.value);
          drawWho();
          drawHost();
          close(true);
        } catch (refused) {
          put(wrong, refused.because ?? String(refused));
        }
      };
      return h(
        "form",
        { class: "body", onsubmit: send },
        field("Name", name),
        field("Password", word, signup ? "8 characters or more" : ""),
        wrong,
        h("div", { class: "buttons" }, h("button", { class: "strong" }, signup ? "Keep it" : "Sign in")),
      );
    },
  });
}

// ---- the tables

function trouble(because) {
  const place = $("#trouble");
  put(place, because);
  place.hidden = !because;
}

/** Go to a table and sit down; to a private one after its password. */
async function sit(table) {
  try {
    if (!me.name) me = await beGuest($("#name")?.value.trim() || me.offer || someName());
    const may = !table.locked || (await isOpenToMe(table.id));
    if (!may && !(await askPassword(table.title, (word) => joinTable(table.id, word)))) return;
    location.href = `/table/${encodeURIComponent(table.id)}#sit`;
  } catch (refused) {
    trouble(refused.because ?? String(refused));
  }
}

const listOf = (table, name) => (Array.isArray(table[name]) ? table[name] : []);

function drawTable(table) {
  const seats = Number(table.seats ?? 0);
  const people = Array.isArray(table.people) ? table.people.length : Number(table.people ?? 0);
  const bots = Array.isArray(table.bots) ? table.bots.length : Number(table.bots ?? 0);
  const mine = me.name && (table.mine >= 0 || listOf(table, "people").includes(me.name));
  const full = !table.fill && people + bots >= seats && seats > 0;
  const over = table.phase === "over";
  const dots = Array.from({ length: seats }, (_, at) =>
    h("i", { class: at < people ? "person" : at < people + bots ? "bot" : "free" }),
  );
  const facts = [table.stakes, table.event ? "sit-and-go" : "", table.locked ? "private" : ""].filter(Boolean).join(" · ");
  const company = [people ? count(people, "player") : "", bots ? count(bots, "bot") : "",
    table.hands ? `${chips(table.hands)} hands` : ""].filter(Boolean).join(", ");
  const act = mine
    ? h("a", { class: "strong", href: `/table/${encodeURIComponent(table.id)}` }, "Back to my seat")
    : h("button", { type: "button", class: "strong", disabled: over || (full && table.event), onclick: () => sit(table) },
        over ? "Over" : table.event ? "Enter" : full ? "Full" : "Sit down");
  return h(
    "li",
    { class: "table-row", "data-table": table.id },
    h("div", { class: "table-what" }, h("h2", {}, table.title), h("p", {}, table.game ?? "", facts ? ` · ${facts}` : "")),
    h(
      "div",
      { class: "table-who" },
      h("span", { class: "dots", "aria-hidden": "true" }, dots),
      h("small", {}, company || PHASES[table.phase] || "empty"),
    ),
    h("div", { class: "table-go" }, h("a", { class: "quiet", href: `/table/${encodeURIComponent(table.id)}` }, "Watch"), act),
  );
}

async function show() {
  const place = $("#tables");
  try {
    const all = await tables();
    whenChanged(place, [all, me.name], () => {
      put(place, all.length ? all.map(drawTable) : h("li", { class: "none" }, "No table is open just now."));
      place.setAttribute("aria-busy", "false");
    });
    trouble("");
  } catch (refused) {
    trouble(refused.because ?? String(refused));
  }
  setTimeout(show, document.hidden ? OFTEN * 4 : OFTEN);
}

// ---- the host

function drawHost() {
  const place = $("#host");
  place.hidden = me.role !== "host" && me.role !== "staff";
  if (place.hidden) return;
  put(place, h("button", { type: "button", class: "quiet", onclick: () => newTable() }, "Open a table"));
}

/** The first-run link: whoever has it is the host. */
async function takeHostLink() {
  const token = new URLSearchParams(location.hash.slice(1)).get("host");
  if (!token) return;
  history.replaceState(null, "", "/");
  await post("/api/host", { token });
  me = await whoAmI(true);
}

$("#looks").addEventListener("click", () => showLooks());
try {
  me = await whoAmI();
  await takeHostLink();
} catch (refused) {
  trouble(refused.because ?? String(refused));
}
drawWho();
drawHost();
void show();
