/** How a room gets an address on the internet: three steps for each tunnel and proxy, with the commands ready to copy. */

import { fieldOf } from "../common/dialogs.js";
import { $, dress, h, kept } from "../common/dom.js";
import { el, put } from "../common/element.js";
import { t, tNodes } from "../common/language.js";
import { inviteOf } from "../room/api.js";
import { addressOf, COMMANDS, EXAMPLE, serveAgain } from "./tunnels.js";
import { copyText } from "./invite.js";

/** @import { Invite } from "sidepot/protocol" */
/** @import { Tool } from "./tunnels.js" */

dress();

/** Each program: its name, what one needs for it, and whether it finds the address itself. @type {Record<Tool, { name: string, about: string, first: string, makesAddress: boolean }>} */
const TOOLS = {
  cloudflared: { name: "cloudflared", about: t("Free, without an account. The address is a new one with each start."), makesAddress: true,
    first: t("Start cloudflared on this machine, in a second terminal. Type the address that it prints into the field.") },
  tailscale: { name: "Tailscale Funnel", about: t("Free, with an account. The address stays the same."), makesAddress: true,
    first: t("Start Tailscale Funnel on this machine, in a second terminal. Type the address that it prints into the field.") },
  ngrok: { name: "ngrok", about: t("Free, with an account. ngrok shows your friends a warning first."), makesAddress: true,
    first: t("Start ngrok on this machine, in a second terminal. Type the address that it prints into the field.") },
  caddy: { name: "Caddy", about: t("For a domain that leads to this machine. Caddy gets the certificate."), makesAddress: false,
    first: t("Type your domain, and start Caddy on this machine, in a second terminal.") },
  nginx: { name: "nginx", about: t("For a domain that leads to this machine, and its certificate."), makesAddress: false,
    first: t("Type your domain, put this file into /etc/nginx/conf.d, and reload nginx.") },
};

/** @type {Tool} */
let chosen = kept.get("tunnel", "cloudflared");
if (!(chosen in TOOLS)) chosen = "cloudflared";
let typed = "";
/** @type {Invite} */
let invite = { ways: [], port: Number(location.port) || 8000 };

const input = h("input", { type: "text", inputmode: "url", autocomplete: "off", spellcheck: "false", translate: "no", placeholder: EXAMPLE });
input.addEventListener("input", () => {
  typed = input.value;
  draw();
});

/** @param {string} text */
function command(text) {
  const pre = el("pre", { tabindex: "0", translate: "no" }, text);
  const copy = async (/** @type {MouseEvent} */ { currentTarget }) => {
    const button = /** @type {HTMLElement} */ (currentTarget);
    getSelection()?.selectAllChildren(/** @type {Node} */ (button.previousSibling));
    await copyText(text);
    put(button, t("Copied"));
  };
  return el("div", { class: "internet-command", key: text }, pre, el("button", { type: "button", class: "quiet", onclick: copy }, t("Copy")));
}

function drawTools() {
  put($("#tools"), Object.entries(TOOLS).map(([tool, { name, about }]) => {
    const choose = () => {
      chosen = /** @type {Tool} */ (tool);
      kept.set("tunnel", chosen);
      draw();
    };
    return el("label", { key: tool }, el("input", { type: "radio", name: "tool", value: tool, checked: tool === chosen, onchange: choose }),
      el("span", { translate: "no" }, name), el("small", {}, about));
  }));
}

/** The three steps. */
function draw() {
  const { first, makesAddress } = TOOLS[chosen];
  const found = addressOf(typed);
  const address = found || EXAMPLE;
  const port = invite.port || 8000;
  const isWrong = typed.trim() !== "" && !found;
  input.setAttribute("aria-invalid", String(isWrong));
  const asks = [fieldOf(makesAddress ? t("Its address") : t("Your domain"), input), isWrong && el("p", { class: "refusal", role: "alert" }, t("expected an address such as {address}", { address: EXAMPLE }))];
  const start = command(COMMANDS[chosen](address, port));
  const [installed, copied] = serveAgain(address, port);
  const isOpen = found !== "" && invite.ways.some((way) => way.address === found);
  put($("#steps"),
    el("li", { key: 1 }, el("p", {}, first), makesAddress ? [start, asks] : [asks, start]),
    el("li", { key: 2 },
      el("p", {}, t("Set a password in the lobby, so that you can sign in at the new address. Then stop the room with Ctrl+C, and start it again for that address. Keep your other options.")),
      command(installed), el("p", { class: "hint" }, t("In a copy of the repository:")), command(copied)),
    el("li", { key: 3 },
      el("p", {}, tNodes("Open {address}, sign in, and press Invite there: its link and its QR code work everywhere.", { address: found ? el("a", { href: found }, found) : el("span", { translate: "no" }, EXAMPLE) })),
      isOpen && el("p", { class: "invite-came", role: "status" }, t("The room answers to this address."))));
}

drawTools();
draw();
try {
  invite = await inviteOf();
  const own = invite.ways.find(({ name }) => name === "its own name");
  if (own && !typed) input.value = typed = own.address;
  draw();
} catch {
  // without an answer the page shows the usual port
}
