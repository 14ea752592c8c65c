/** German: why a pot with real chips is settled as it is. */

/** @type {Record<string, string>} */
export const POTS = {
  // settling/why
  "nobody else put in more than {}": "mehr als {} hat sonst niemand gesetzt",
  "nobody called any of it": "niemand hat davon etwas gecallt",
  "{} from each of {}": "je {} von {}",
  "{} from {}": "{} von {}",
  "{} from those who folded": "{} von denen, die gepasst haben",
  "{} of dead money": "{} totes Geld",
  "everybody else folded: {} takes it without showing": "alle anderen haben gepasst: {} nimmt ihn, ohne zu zeigen",
  "{} is the only one left in it and gets it at once": "nur {} spielt noch um ihn und bekommt ihn sofort",
  "open until the hands of {} can be compared": "offen, bis die Hände von {} verglichen werden können",
  "open until the hand of {} can be compared": "offen, bis die Hand von {} verglichen werden kann",
  "no hand qualifies for low, and the high hand takes all": "keine Hand reicht für Low, und die High-Hand nimmt alles",
  "it": "ihn",
  "{} hold the same both ways and divide it evenly": "{} halten beide Hälften gleich und teilen ihn",
  "the odd {} goes to the high half": "die ungeraden {} gehen an die High-Hälfte",
  "the odd {} goes to {}, {}": "die ungeraden {} gehen an {}, {}",
  "the odd chips of {} go to {}, {}": "die ungeraden Chips zu {} gehen an {}, {}",
  "first left of the button, which {} has": "am nächsten links vom Button, den {} hat",
  "who holds the highest of all cards by suit": "mit der höchsten aller Karten, nach Farben",
  "who holds the lowest of all cards by suit": "mit der niedrigsten aller Karten, nach Farben",
  "the highest by suit of the best five being {}": "die höchste der besten fünf nach Farben ist {}",
  // games/titles: the halves of a pot
  "the high half": "die High-Hälfte",
  "the low half": "die Low-Hälfte",
  "the badugi half": "die Badugi-Hälfte",
  "the half in hand": "die Hälfte für die eigenen Karten",
};
