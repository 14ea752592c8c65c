/** All words of the pages come from the catalogue, and a translation has the gaps of its message. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { messagesOf } from "./page.mjs";
import { filesOf, textsOf } from "./words.mjs";

const [PAGES, ROOM] = [messagesOf("de", "pages"), messagesOf("de", "room")];
const MESSAGES = new Set(Object.keys(PAGES));

test("a translation has the gaps of its message, and the same spaces at its ends", () => {
  const gaps = (text) => [...new Set((text.match(/\{\w*\}/g) ?? []).map((gap) => gap.replace(/\d/, "")))].sort();
  const ends = (text) => [text.startsWith(" "), text.endsWith(" ")];
  for (const [key, forms] of Object.entries({ ...PAGES, ...ROOM, ...messagesOf("de", "floor") })) {
    const english = key.split("\u0004").at(-1);
    for (const own of [forms].flat()) {
      assert.deepEqual(gaps(own), gaps(english), english);
      if (english in PAGES) assert.deepEqual(ends(own), ends(english), english);
    }
  }
});

// ---- words that are in no catalogue

/** What stands before a text that nobody reads: a class, a comparison, the place of a file, an error of the program. */
const FOR_PROGRAMS = /(?:class(?:Name)?(?::| =)[^,;]*|[!=]== ?|\b[hs]\(|\$\(|querySelector(?:All)?\(|import\(|from|new Error\(|setAttribute\("class",[^;]*|\bkind =[^;]*)$/;

/** Texts that look like words and are none to translate: names, and values that the room or the browser knows. */
const NAMES = new Set([
  "English", "Deutsch", "BB", "PokerStars", "Open Hand History", "big blind", "bet", "sidepot hand record 1",
  "no limit", "pot limit", "fixed limit", "spread limit", "cards speak", "as called", "full bet", "half bet", "half bet by one player", "high card", "first jack", "chips in hand", "in turn", "in a hand too",
  "not in a hand", "in the hand", "at once", "under the gun", "folded chips", "folded winners", "soft play", "never together",
  "the house", "Tailscale Funnel", "Caddy",
  "even answers", "same browser", "same address", "Table {}: {}", "not checked: {}",
  // what the page itself refuses is told where the room's refusals are, and marked as they are: in English
  // how betting is written is the same in every language
  "NL 200/400: A 1200; B to act", "turn pot 3000", "B to act", "to act", "out of turn", "C out of turn", "{} ({}) to act", "raise to {}",
  // topics of the floor with a fact, and what players say in English
  "showdown words: said", "out of turn: did", "out of turn: since", "wrong bet: made", "wrong bet: right", "you win", "nice hand",
  "the room answered {}", "The room cannot be reached just now",
  "The line was down for too long: look how the table stands, and say it again",
]);

/** Lists of names that are the same in every language. */
const withoutLists = (source) => source.replace(/const (?:FIRST|SECOND) = \[[^\]]*\];/g, "");

/** Commands and files of other programs, which people copy; and the page for developers, which is English. */
const ENGLISH = new Set(["invite/tunnels.js", "design/design.js"]);

/** A rule of another book, as its print numbers it: that is the same in every language. */
const isCite = ({ text }) => /^(TDA-2024:|Robert's Rules \d)/.test(text);

/** Whether a text is the argument of `t`, `tn` or `m`. */
const isMarked = ({ text, before }) => /\b(?:t|tNodes|tn|m)\($/.test(before) || (MESSAGES.has(text) || before.endsWith('",')) && /\btn\("(?:[^"\\]|\\.)*",$/.test(before);

/** Whether people could read this text as words. */
function reads({ text, before }) {
  const bare = text.replaceAll("{}", " ").trim();
  const isWord = /^\p{Lu}\p{Ll}/u.test(bare) || /\p{L}{2,} +\p{L}{2,}/u.test(bare);
  const isInElement = /\bh\("\w+", \{[^}]*\},(?:[^"`;(]*[?:])?$/.test(before) && /\p{L}{2}/u.test(bare);
  return isWord || isInElement;
}

test("no script has words for people outside of the catalogue", () => {
  const found = filesOf(".js").filter(([name]) => !ENGLISH.has(name)).flatMap(([name, source]) => {
    return textsOf(withoutLists(source))
      .filter((one) => !one.tag && reads(one) && !isCite(one) && !FOR_PROGRAMS.test(one.before) && !NAMES.has(one.text) && !(one.text in ROOM) && !isMarked(one))
      .map(({ text }) => `${name}: ${text}`);
  });
  assert.deepEqual(found, []);
});

test("words outside of the catalogue are found", () => {
  const wrong = ['h("p", {}, "Take a seat")', 'h("b", {}, isOut ? "gone" : "")', "put(x, `You won it`)", '{ title: "Buy" }'];
  for (const source of wrong) assert.ok(textsOf(source).some((one) => !one.tag && reads(one) && !FOR_PROGRAMS.test(one.before)), source);
  const right = ['h("p", { class: "of two" }, t("Take a seat"))', 'key === "Enter"', '/["`]/.test(x) || "ok"', "// It's a comment"];
  for (const source of right) {
    assert.ok(!textsOf(source).some((one) => !one.tag && reads(one) && !isMarked(one) && !FOR_PROGRAMS.test(one.before)), source);
  }
});
