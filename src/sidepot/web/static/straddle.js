/** Straddling: a blind raise of the next hand, said before its cards are dealt. */

import { actionButton } from "./why.js";
import { chips } from "./words.js";

// What is said first. A sleeper counts only if nobody raises: it is said only where nothing else is played.
const KINDS = ["under the gun", "mississippi"];

/** The least straddle: twice the largest bet that lies before the cards, a blind or another straddle. */
export function leastStraddle({ state, me, course }) {
  const blinds = (/blinds ([\d/]+)/.exec(state.stakes)?.[1] ?? "").split("/").map(Number);
  const others = [...course.straddles].filter(([player]) => player !== me).map(([, amount]) => amount);
  return 2 * Math.max(0, ...blinds, ...others);
}

/** Why one cannot straddle now; "" where one can. */
export function whyNoStraddle(room, may) {
  const { state, me, course, own } = room;
  const said = course.straddles.get(me);
  const least = leastStraddle(room);
  const { stack } = state.seats[own];
  if (state.phase === "playing" || state.phase === "cutting") return "The next hand is straddled when this one is over";
  if (said) return `You straddle the next hand, ${chips(said)}`;
  if (!least) return "Without blinds nobody straddles";
  if (least > stack) return `A straddle is ${chips(least)} or more, and you have ${chips(stack)}`;
  return may ? "" : "You may not straddle the next hand";
}

/** The button for a straddle, where the table has ever allowed one; null elsewhere. */
export function straddleButton(chair) {
  const { room } = chair;
  const may = chair.may("straddle");
  room.straddles ||= may; // only between hands the room says that straddles are played here
  if (!room.straddles || room.own < 0 || room.state.phase === "over") return null;
  const because = whyNoStraddle(room, may);
  const least = leastStraddle(room);
  return actionButton({
    key: "t",
    text: "Straddle",
    detail: least ? chips(least) : "",
    kind: "more",
    off: Boolean(because),
    reason: { text: because || `A straddle of the next hand is ${chips(least)} or more: you act last before the flop`, cite: "" },
    act: () => straddle(chair, least),
  });
}

/** Straddle in the first way that is played here: which these are, the room says only when it refuses another one. */
async function straddle({ room, line, toast }, least) {
  const kinds = room.straddleKinds ?? KINDS;
  let because = null;
  for (const kind of kinds) {
    try {
      await line.say(room.table, { type: "straddle", kind, chips: least });
      return;
    } catch (refused) {
      const played = /there is only (.+)$/.exec(refused.because ?? "")?.[1].split(", ");
      if (played && !room.straddleKinds) {
        room.straddleKinds = played.filter((one) => one !== "sleeper" || played.length === 1);
        if (!because) await straddle({ room, line, toast }, least);
        else toast(because.because, because.cite);
        return;
      }
      because ??= refused;
    }
  }
  toast(because?.because ?? String(because), because?.cite);
}
