/** German: the floor. The gists of rules, and reasons that are rare, stay English, and are marked so. */

/** @type {Record<string, string>} */
export const FLOOR = {
  // floor/floor.html
  "The floor – sidepot": "Der Floor – sidepot",
  "What happened?": "Was ist passiert?",
  "What happens most often": "Was am häufigsten vorkommt",
  "Anything else": "Etwas anderes",
  "clock, muck, dead hand": "Uhr, Muck, Misdeal",
  "Nothing is about that.": "Davon handelt nichts.",
  "Something else happened": "Etwas anderes ist passiert",
  "The ruling": "Die Entscheidung",
  "Rule": "Entscheiden",
  "By the rules of": "Nach den Regeln von",
  // floor/floor.js
  "Still to say:": "Noch zu sagen:",
  "What each player wins: settle the hand": "Wer wie viel gewinnt: die Hand abrechnen",
  "Seats, button, chip race, prizes: the director's desk": "Plätze, Button, Chip Race, Preise: das Pult der Turnierleitung",
  "Rules that have these words": "Regeln mit diesen Worten",
  // floor/questions.js
  "A number": "Eine Zahl",
  "Numbers, with commas between them: {}, or {} for five of 100": "Zahlen mit Beistrichen dazwischen: {}, oder {} für fünf zu 100",
  "In order, with commas between them": "Der Reihe nach, mit Beistrichen dazwischen",
  "Each chip, a slash between two motions: {}, {}, {}": "Jeder Chip, ein Schrägstrich zwischen zwei Bewegungen: {}, {}, {}",
  "As a line: {}": "Als Zeile: {}",
  "no limit, with the blinds; PL is pot limit, FL 4/8 fixed limit": "No Limit, mit den Blinds; PL ist Pot Limit, FL 4/8 Fixed Limit",
  "the street, and its pot, before the colon": "die Straße und ihr Pot, vor dem Doppelpunkt",
  "A bets or raises to 1200 in all": "A setzt oder erhöht auf insgesamt 1200",
  "what else they did, in order": "was sie sonst taten, der Reihe nach",
  "all-in for so much in all": "all-in mit insgesamt so viel",
  "A has 5000 behind, then raises": "A hat 5000 dahinter und erhöht dann",
  "whose turn it is: the question is about B": "wer an der Reihe ist: Die Frage betrifft B",
  "How the line is written": "Wie die Zeile geschrieben wird",
  "Take the last one back": "Das Letzte zurücknehmen",
  "Yes": "Ja",
  "None of these": "Nichts davon",
  // floor/told.js
  "It is on the screens and in the history.": "Es steht auf den Anzeigen und im Verlauf.",
  "Tell the tournament": "Dem Turnier mitteilen",
  // floor/ruling.js
  "The director may decide": "Die Turnierleitung kann entscheiden",
  "recommended": "empfohlen",
  "Decision in its place": "Entscheidung an ihrer Stelle",
  "Decided by": "Entschieden von",
  "Decide so": "So entscheiden",
  "Decide otherwise, for fairness": "Anders entscheiden, der Fairness wegen",
  "Set aside for fairness:": "Der Fairness wegen aufgehoben:",
  "The rule": "Die Regel",
  "Now": "Jetzt",
  "Link to this case": "Link zu diesem Fall",
};
