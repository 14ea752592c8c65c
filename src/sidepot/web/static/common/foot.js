/** What the foot of each page can do: the appearance, and the other languages. */

import { $, kept } from "./dom.js";
import { put } from "./element.js";
import { LANGUAGES, language } from "./language.js";

$("#looks").addEventListener("click", () => void import("./help.js").then(({ showLooks }) => showLooks()));
for (const [other, name] of LANGUAGES.filter(([one]) => one !== language)) {
  const change = $("#language");
  put(change, name);
  change.lang = other;
  change.addEventListener("click", () => {
    kept.set("language", other);
    location.reload();
  });
}
