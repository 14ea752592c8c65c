/** German: settling a hand with real chips. */

/** @type {Record<string, string>} */
export const SETTLE = {
  // settle/settle.js
  "Player {}": "Spieler {}",
  "Chips put in": "Gesetzte Chips",
  "Cards shown": "Gezeigte Karten",
  "folded": "gepasst",
  "killed": "tot",
  "mucked": "im Muck",
  "declared the first half": "hat die erste Hälfte angesagt",
  "declared the second half": "hat die zweite Hälfte angesagt",
  "declared both halves": "hat beide Hälften angesagt",
  "Back, uncalled": "Zurück, nicht mitgegangen",
  "Open: say which hands beat which": "Offen: Sag, welche Hand welche schlägt",
  "Stays for the next deal": "Bleibt für die nächste Hand im Pot",
  "In all": "Zusammen",
  // table/played.js, hands/hand.js
  "Settle it": "Abrechnen",
  "Settle it with real chips": "Mit echten Chips abrechnen",
  // settle/settle.html
  "Settle a hand – sidepot": "Eine Hand abrechnen – sidepot",
  "Settle a hand": "Eine Hand abrechnen",
  "A hand with real chips: say what each player put in, and read who gets what, from which pot, and by which rule.": "Eine Hand mit echten Chips: Sag, wer wie viel gesetzt hat, und lies, wer was bekommt, aus welchem Pot und nach welcher Regel.",
  "Players, clockwise; the last one has the button": "Alle im Uhrzeigersinn; der letzte Platz hat den Button",
  "Another player": "Noch ein Platz",
  "Board, as in Kd 8s 5s 4c 2h; several as a / b": "Board, etwa Kd 8s 5s 4c 2h; mehrere als a / b",
  "Without cards: the order of hands, as in Ann, Bo=Cy": "Ohne Karten: die Reihenfolge der Hände, etwa Ann, Bo=Cy",
  "The order of lows": "Die Reihenfolge der Low-Hände",
  "Dead money": "Totes Geld",
  "Smallest chip": "Kleinster Chip",
  "Settle": "Abrechnen",
  "does the same.": "tut dasselbe.",
};
