/** Every page puts its words into the person's language, marks where one is, and asks the browser to keep the page that says that there is no connection. */

import "../common/language.js";

// the page that is open is marked among those in its head; a hand belongs to those of "My hands", a tournament to all of them
const [, first] = location.pathname.split("/");
const section = first === "hand" ? "/hands" : first === "tournament" ? "/tournaments" : location.pathname;
for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".pages a"))) {
  if (link.pathname === section) link.setAttribute("aria-current", section === location.pathname ? "page" : "true");
}

if (document.querySelector(".foot #looks")) void import("../common/foot.js");

// a browser has it only where the address is safe: https, or this machine; the tracker is no room and has none
if ("serviceWorker" in navigator && !document.querySelector(".tracker-page")) {
  addEventListener("load", () => {
    navigator.serviceWorker.register("/sw.js").catch(() => {}); // without it everything works, as it did before
  });
}
