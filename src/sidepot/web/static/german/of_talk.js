/** German: talk. */

/** @type {Record<string, string>} */
export const TALK = {
  // talk/lines.js
  "Answer {}": "Mit {} antworten",
  "The host has it now, with the lines around it": "Der Host hat die Zeile jetzt, mit denen darum herum",
  "Answer with an emoji": "Mit einem Emoji antworten",
  "Mute {} for me": "{} für mich stummschalten",
  "Report to the host": "Dem Host melden",
  "Host: silence {}": "Host: {} darf nicht schreiben",
  "Host: let {} write": "Host: {} darf wieder schreiben",
  // talk/reports.js
  "Reported lines": "Gemeldete Zeilen",
  "{} reports {}, {}": "{} meldet {}, {}",
  "Silence {}": "{} darf nicht schreiben",
  "Put it away": "Erledigt",
  // talk/talk.js
  "You are in the hand: write when it is over, or when you have folded": "Du bist in der Hand: Schreibe, wenn sie vorbei ist oder du gefoldet hast",
  "A hand is on: what you write is told when it is over": "Eine Hand läuft: Was du schreibst, erscheint, wenn sie vorbei ist",
  "The host has silenced you at this table": "Der Host hat dir an diesem Tisch das Schreiben abgestellt",
  "Talk": "Gespräch",
  "Write to the table": "An den Tisch schreiben",
  "Show an emoji to the table": "Dem Tisch ein Emoji zeigen",
  "Show {}": "{} zeigen",
  "Send": "Senden",
  "Muted: ": "Stumm: ",
  "Show again what {} writes": "Wieder zeigen, was {} schreibt",
  "{} by {}": "{} von {}",
  "Answer or report the line of {}": "Die Zeile von {} beantworten oder melden",
  "You": "Du",
  "when the hand is over": "wenn die Hand vorbei ist",
};
