/** German: the structures to start from. */

/** @type {Record<string, string>} */
export const PRESETS = {
  // tournament/presets: the titles
  "Freeze-out: one entry, and who is out is out": "Freeze-out: eine Anmeldung, und wer draußen ist, bleibt draußen",
  "Regular: twenty-minute levels, an evening": "Normal: Levels von zwanzig Minuten, ein Abend",
  "Turbo: six-minute levels": "Turbo: Levels von sechs Minuten",
  "Hyper: two-minute levels and few chips": "Hyper: Levels von zwei Minuten und wenige Chips",
  "Sit-and-go: three tables, and it begins when they are full": "Sit-and-go: drei Tische, und es beginnt, wenn sie voll sind",
  "Deep: a long day, and little pressure": "Deep: ein langer Tag und wenig Druck",
  "Satellite: seats in a larger tournament, and nothing else": "Satellit: Plätze in einem größeren Turnier, und sonst nichts",
  "Heads-up: matches of two, the winners meet": "Heads-up: Duelle, und die Gewinnenden treffen aufeinander",
  "Shoot-out: every table plays down to its winner": "Shoot-out: jeder Tisch wird bis zum Ende gespielt",
  "Rebuys for an hour and a half, and an add-on": "Rebuys für eineinhalb Stunden, und ein Add-on",
  "Knockout: a bounty on every head, paid in cash": "Knockout: ein Kopfgeld auf jeden Kopf, bar bezahlt",
  "Mystery bounty: envelopes for all who are left when entry closes": "Mystery Bounty: Umschläge für alle, die nach der Anmeldung noch dabei sind",
  "Bounty: half of a head won goes on the winner's own": "Bounty: die Hälfte eines gewonnenen Kopfgelds kommt auf den eigenen Kopf",
  "H.O.R.S.E.: five games at fixed limits": "H.O.R.S.E.: fünf Spiele mit Fixed Limit",
  "Three first days, and one final day": "Drei erste Tage und ein Finaltag",
};
