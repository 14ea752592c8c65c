/** The host's tools at a table: pause and go on, remove or ban a player, seat a bot, put a stack right, close. */

import { askBan } from "../club/ban.js";
import { askErase } from "../club/erase.js";
import { askAmount, askWhether, field, formOf, openDialog, sentForm, strong } from "../common/dialogs.js";
import { h } from "../common/dom.js";
import { answerButtons } from "../seat/asking.js";
import { put } from "../common/element.js";
import { amountInput, amountWritten, writeAmount } from "../common/amount_input.js";
import { decimalsNow, inChips } from "../common/units.js";
import { hasPicture } from "../seat/pictures.js";
import { showReports } from "../talk/reports.js";
import { refusal } from "../room/trouble.js";
import { t } from "../common/language.js";

/**
 * @import { TableCommand } from "sidepot/protocol"
 * @import { Chair } from "../seat/chair.js"
 */

const HOSTS = ["host", "staff"];

/**
 * What the menu has for the host; nothing for anybody else.
 * @param {Chair} chair
 * @returns {[text: string, act: () => unknown][]}
 */
export function hostItems(chair) {
  const { room } = chair;
  if (!HOSTS.includes(room.role) || !room.state) return [];
  const close = async () => {
    const words = t("The current hand is finished; then everyone is cashed out.");
    if (await askWhether(t("Close the table?"), words, t("Close the table"))) await chair.say({ type: "close" });
  };
  /** @type {[what: TableCommand["type"], text: string, act: () => unknown][]} */
  const tools = [
    ["pause", t("Pause"), () => chair.say({ type: "pause" })],
    ["change_terms", t("Change the table"), () => import("./change.js").then(({ changeTable }) => changeTable(chair))],
    ["withdraw_change", t("Withdraw the change"), () => chair.say({ type: "withdraw_change" })],
    ["bomb_pot", room.state.bomb_ante ? t("Bomb pot next hand") : t("Bomb pot next hand…"), () => orderBomb(chair)],
    ["withdraw_bomb_pot", t("Withdraw the bomb pot"), () => chair.say({ type: "withdraw_bomb_pot" })],
    ["stand_up", t("Start a stand-up round"), () => chair.say({ type: "stand_up" })],
    ["end_stand_up", t("End the stand-up round"), () => chair.say({ type: "end_stand_up" })],
    ["add_bot", t("Add a bot"), () => import("./add_bot.js").then(({ addBot }) => addBot(chair))],
    ["remove", t("Remove or ban a player"), () => remove(chair)],
    ["adjust_stack", t("Correct a stack"), () => putRight(chair)],
    ["close", t("Close the table"), close],
  ];
  const { reports = [] } = room.yours ?? {};
  const asks = room.yours?.requests ?? [];
  /** @type {[text: string, act: () => unknown][]} */
  const seats = asks.length ? [[t("Seat requests ({requests})", { requests: asks.length }), () => answerSeats(chair)]] : [];
  /** @type {[text: string, act: () => unknown][]} */
  const waiting = reports.length ? [[t("Reports ({reports})", { reports: reports.length }), () => showReports(chair)]] : [];
  return [...seats, ...waiting, ...tools.filter(([what]) => chair.may(what)).map(([, text, act]) => /** @type {[string, () => unknown]} */ ([text, act]))];
}

/**
 * How much waits for the host: seat requests and reports.
 * @param {Chair} chair
 */
export const waitingForHost = ({ room: { yours } }) => (yours?.requests.length ?? 0) + (yours?.reports.length ?? 0);

/**
 * Make the next hand a bomb pot: with the table's own ante, or one in big blinds that the host names.
 * @param {Chair} chair
 */
async function orderBomb(chair) {
  const { bomb_ante: usual, facts } = chair.state;
  if (usual) return chair.say({ type: "bomb_pot" });
  const bet = facts?.least_bet ?? 0;
  if (!bet) {
    const ante = await askAmount({ title: t("Bomb pot ante"), least: 1, most: 0, usual: 1 });
    return ante ? chair.say({ type: "bomb_pot", ante }) : false;
  }
  return openDialog({
    title: t("Bomb pot next hand"),
    body: (done) => {
      const blinds = h("input", { type: "number", min: "1", max: "100", step: "1", required: true, value: "2", autofocus: true });
      const order = () => {
        done();
        return chair.say({ type: "bomb_pot", ante: Number(blinds.value) * bet });
      };
      const hint = t("All players pay it; nobody bets before the flop.");
      return formOf(order, [field(t("Ante in big blinds"), blinds, hint)], strong(t("Announce the bomb pot")));
    },
  });
}

/**
 * Say yes or no to those who ask for a seat.
 * @param {Chair} chair
 */
function answerSeats(chair) {
  const asks = chair.room.yours?.requests ?? [];
  return openDialog({
    title: t("Seat requests"),
    body: (done) =>
      h("ul", { class: "body of-players" }, asks.map(([player, amount]) => {
        const words = amount ? t("with {amount}", { amount: inChips(amount) }) : "";
        return h("li", {}, h("strong", {}, player, " ", h("small", {}, words)), answerButtons(chair, player, done));
      })),
  });
}

/**
 * Put a stack right: of whom, to how much, and why; all can read it.
 * @param {Chair} chair
 */
function putRight(chair) {
  const seats = (chair.room.state?.seats ?? []).flatMap((seat) => (seat && seat.state !== "gone" ? [seat] : []));
  return openDialog({
    title: t("Correct a stack"),
    body: (done) => {
      const who = h("select", {}, seats.map(({ player }) => h("option", {}, player)));
      const now = h("output", {});
      const to = amountInput({ decimals: decimalsNow() });
      const reason = h("input", { type: "text", required: true, maxlength: "200", pattern: ".*[^ ].*" });
      const chosen = () => seats[who.selectedIndex];
      const look = () => {
        put(now, t("Now {stack}", { stack: inChips(chosen().stack) }));
        writeAmount(to, chosen().stack);
      };
      who.addEventListener("change", look);
      look();
      const send = async () => {
        const { player, stack: was } = chosen();
        await chair.line.say(chair.room.table, { type: "adjust_stack", player, was, to: amountWritten(to), reason: reason.value });
        done();
      };
      return sentForm(
        send,
        [field(t("Player"), who), h("p", { class: "hint" }, now), field(t("Correct stack"), to),
          field(t("Reason"), reason, t("everyone at the table sees it"))],
        t("Correct"),
      );
    },
  });
}

/** @param {Chair} chair */
function remove(chair) {
  const seats = chair.room.state?.seats ?? [];
  const people = seats.flatMap((seat) => (seat && seat.state !== "gone" ? [seat] : []));
  return openDialog({
    title: t("Remove or ban a player"),
    body: (done) =>
      h(
        "ul",
        { class: "body of-players" },
        people.map((seat) => {
          const { player } = seat;
          const remove = () => {
            done();
            void chair.say({ type: "remove", player });
          };
          const whom = { player, table: chair.room.table };
          const ban = () => askBan(player, whom);
          const erase = async () => {
            done();
            await askErase(player, whom).catch((caught) => chair.toast(refusal(caught)));
          };
          return h(
            "li",
            {},
            h("strong", {}, player),
            h("button", { type: "button", class: "quiet", "aria-label": t("Remove {player}", { player }), onclick: remove }, t("Remove")),
            hasPicture(player) ? h("button", { type: "button", class: "quiet", "aria-label": t("Erase the picture of {name}", { name: player }), onclick: erase }, t("Erase picture")) : "",
            seat.bot ? "" : h("button", { type: "button", class: "quiet", "aria-label": t("Ban {name}", { name: player }), onclick: ban }, t("Ban")),
          );
        }),
      ),
  });
}
