/** The page that checks a hand: a record from a file, or one that the room has. */

import { $, dress } from "../common/dom.js";
import { put } from "../common/element.js";
import { asRefused, recordOf } from "../room/api.js";
import { checked, messageOf } from "./checked.js";

/** @import { From } from "./checked.js" */

dress();

const file = /** @type {HTMLInputElement} */ ($("#file"));
const root = /** @type {HTMLInputElement} */ ($("#root"));
const link = /** @type {HTMLInputElement} */ ($("#link"));

/** @type {{ text: string, from: From | null } | null} the record that is checked, and where it is from */
let shown = null;

async function check() {
  trouble("");
  if (!shown) return;
  try {
    put($("#found"), await checked(shown.text, shown.from, { root: root.value.trim(), link: link.value.trim() }));
  } catch (error) {
    put($("#found"));
    trouble(messageOf(error));
  }
}

/** @param {string} because */
function trouble(because) {
  put($("#trouble"), because);
  $("#trouble").hidden = !because;
}

/**
 * @param {string} text
 * @param {From | null} from
 */
function take(text, from = null) {
  shown = { text, from };
  return check();
}

// ---- where a record comes from

/** @param {FileList | null | undefined} files */
async function takeFirst(files) {
  if (files?.[0]) await take(await files[0].text());
}

const drop = $("#drop");
$("#choose").addEventListener("click", () => file.click());
file.addEventListener("change", () => takeFirst(file.files));
drop.addEventListener("dragover", (over) => {
  over.preventDefault();
  drop.classList.add("over");
});
drop.addEventListener("dragleave", () => drop.classList.remove("over"));
drop.addEventListener("drop", (dropped) => {
  dropped.preventDefault();
  drop.classList.remove("over");
  return takeFirst(dropped.dataTransfer?.files);
});
for (const pin of [root, link]) pin.addEventListener("change", check);

const asked = new URLSearchParams(location.hash.slice(1));
const [table, hand] = [asked.get("table"), asked.get("hand")];
if (table && hand) {
  const from = { table, hand: Number(hand) };
  try {
    await take(JSON.stringify(await recordOf(from.table, from.hand)), from);
  } catch (caught) {
    trouble(asRefused(caught).because);
  }
}
