/** German: the words that the room sends as they are: streets, halves, verbs, roles, states. */

/** @type {Record<string, string>} */
export const ROOM = {
  // streets
  "pre-flop": "vor dem Flop",
  flop: "Flop",
  turn: "Turn",
  river: "River",
  "second street": "zweite Straße",
  "third street": "dritte Straße",
  "fourth street": "vierte Straße",
  "fifth street": "fünfte Straße",
  "sixth street": "sechste Straße",
  "seventh street": "siebte Straße",
  discard: "Abwerfen",
  "before the draw": "vor dem Tauschen",
  draw: "Tauschen",
  "first draw": "erstes Tauschen",
  "second draw": "zweites Tauschen",
  "third draw": "drittes Tauschen",
  showdown: "Showdown",
  "main pot": "Main Pot",
  "side pot": "Side Pot",
  pot: "Pot",
  // the table between hands
  waiting: "wartet",
  choosing: "das Spiel wird gewählt",
  cutting: "es wird abgehoben",
  playing: "eine Hand läuft",
  between: "zwischen zwei Händen",
  paused: "Pause",
  frozen: "angehalten",
  // what is declared for
  high: "High",
  low: "Low",
  badugi: "Badugi",
  both: "beides",
  // a seat
  live: "in der Hand",
  folded: "gefoldet",
  beginner: "Anfänger",
  regular: "Geübte",
  expert: "Könner",
  // who somebody is
  host: "Host",
  staff: "Host",
  member: "Mitglied",
  // what may be bet
  " You may bet {}.": " Du kannst {} setzen.",
  " You may raise {}.": " Du kannst auf {} erhöhen.",
  " You may complete {}.": " Du kannst auf {} vervollständigen.",
  // amounts
  "{} big blind": "{} Big Blind",
  "{} big blinds": "{} Big Blinds",
  "{} bet": "{} Bet",
  "{} bets": "{} Bets",
};
