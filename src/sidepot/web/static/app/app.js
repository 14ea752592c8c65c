/** Every page asks the browser to keep the page that says that there is no connection; and no more than that. */

// a browser has it only where the address is safe: https, or this machine
if ("serviceWorker" in navigator) {
  addEventListener("load", () => {
    navigator.serviceWorker.register("/sw.js").catch(() => {}); // without it everything works, as it did before
  });
}
