/** Every page puts its words into the person's language, and asks the browser to keep the page that says that there is no connection. */

import "../common/language.js";

// a browser has it only where the address is safe: https, or this machine
if ("serviceWorker" in navigator) {
  addEventListener("load", () => {
    navigator.serviceWorker.register("/sw.js").catch(() => {}); // without it everything works, as it did before
  });
}
