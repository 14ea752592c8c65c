/** German: why a pot with real chips is settled as it is. */

/** @type {Record<string, string>} */
export const POTS = {
  // hand/settling/why
  "nobody else put in more than {}": "mehr als {} hat sonst niemand gesetzt",
  "nobody called any of it": "niemand hat davon etwas gecallt",
  "those left in are all-in for {} at most": "alle Verbliebenen sind mit höchstens {} all-in",
  "{} from each of {}": "je {} von {}",
  "{} from {}": "{} von {}",
  "{} from those who folded": "{} von denen, die gepasst haben",
  "{} of dead money": "{} totes Geld",
  "everybody else folded: {} takes it without showing": "alle anderen haben gepasst: {} nimmt ihn, ohne zu zeigen",
  "{} is the only one left in it and gets it at once": "nur {} spielt noch um ihn und bekommt ihn sofort",
  "open until the hands of {} can be compared": "offen, bis die Hände von {} verglichen werden können",
  "open until the hand of {} can be compared": "offen, bis die Hand von {} verglichen werden kann",
  "no hand qualifies for low, and the high hand takes all": "keine Hand reicht für Low, und die High-Hand nimmt alles",
  "nobody wins {} by declaration, and {} takes all": "niemand gewinnt {} nach Ansage, und {} nimmt alles",
  "nobody holds {}, and {} takes all": "niemand hält {}, und {} nimmt alles",
  "nobody holds {}, and its part goes to the others": "niemand hält {}, und dieser Teil geht an die anderen",
  "nobody holds {}, and it stays for the next deal": "niemand hält {}, und er bleibt für die nächste Hand",
  "it": "ihn",
  "board {}": "Board {}",
  "run {}": "Lauf {}",
  "run {}, board {}": "Lauf {}, Board {}",
  "{} hold the same both ways and divide it evenly": "{} halten beide Hälften gleich und teilen ihn",
  "the odd {} goes to {}": "die ungeraden {} gehen an {}",
  "the odd {} goes to {}, {}": "die ungeraden {} gehen an {}, {}",
  "the odd chips of {} go to {}, {}": "die ungeraden Chips zu {} gehen an {}, {}",
  "{}, and nobody gets two": "{}, und niemand bekommt zwei",
  "so that players with the same hand both ways get the same": "damit gleiche Hände in beiden Hälften gleich viel bekommen",
  "first left of the button, which {} has": "am nächsten links vom Button, den {} hat",
  "who holds the highest of all cards by suit": "mit der höchsten aller Karten, nach Farben",
  "who holds the lowest of all cards by suit": "mit der niedrigsten aller Karten, nach Farben",
  "the highest by suit of the best five being {}": "die höchste der besten fünf nach Farben ist {}",
  // games/titles: the halves of a pot
  "the high half": "die High-Hälfte",
  "the low half": "die Low-Hälfte",
  "the badugi half": "die Badugi-Hälfte",
  "the half in hand": "die Hälfte für die eigenen Karten",
  // games/titles: the least hand that wins
  "three of a kind or better": "einen Drilling oder besser",
};
