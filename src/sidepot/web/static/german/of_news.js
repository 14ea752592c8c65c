/** German: the news of live tournaments, which all who play there are told. */

/** @type {Record<string, string>} */
export const NEWS = {
  // room/tournament/news: what the director and the clock do
  "Level {} is added to the schedule: {}": "Level {} kommt dazu: {}",
  "Levels {} to {} are added to the schedule, up to {}": "Die Levels {} bis {} kommen dazu, bis {}",
  "{} chips are in play, and with bets of {} at most there would be no end.": "Im Spiel sind {} Chips: mit Einsätzen bis {} gäbe es kein Ende.",
  "{} goes from table {} to table {}, seat {}": "{} geht von Tisch {} an Tisch {}, Platz {}",
  "{} goes to seat {} of table {}": "{} geht auf Platz {} an Tisch {}",
  "Hand for hand: all tables begin each hand together": "Hand für Hand: Alle Tische beginnen jede Hand zugleich",
  "Chips of {} leave play at table {}": "Chips zu {} gehen an Tisch {} aus dem Spiel",
  "Late chips of {}: {}": "Vergessene Chips von {}: {}",
  "{} bags {} for the final day": "{} nimmt {} in den Finaltag mit",
  "{} is out in place {}": "{} ist ausgeschieden, auf Platz {}",
  "{} is out in place {} and gets {}": "{} ist ausgeschieden, auf Platz {}, und bekommt {}",
  "All draw for seats again: {} are left": "Alle losen ihren Platz neu: {} sind noch dabei",
  // room/tournament/online/course: the staff
  "{} have entered, and the tournament needs {}": "angemeldet sind {}, und das Turnier braucht {}",
  "The tournament is called off: {}": "Das Turnier ist abgesagt: {}",
  "The tournament is over: {}": "Das Turnier ist vorbei: {}",
  "The tournament is paused: {}": "Das Turnier macht Pause: {}",
  "The tournament goes on": "Das Turnier geht weiter",
  "The tournament goes on: {}": "Das Turnier geht weiter: {}",
  // room/tournament/online/deals: deals
  "{} offers a deal: the hands that are on are played to their end": "{} bietet einen Deal an: die laufenden Hände werden zu Ende gespielt",
  "The deal: {}; {} for the winner": "Der Deal: {}; {} für den ersten Platz",
  "A deal is made: {}; {} for the winner": "Ein Deal ist gemacht: {}; {} für den ersten Platz",
  "{} agrees to the deal": "{} stimmt dem Deal zu",
  "There is no deal: {}": "Es gibt keinen Deal: {}",
  "{} does not agree": "{} stimmt nicht zu",
  "{} has not answered": "{} hat nicht geantwortet",
  "{} have not answered": "{} haben nicht geantwortet",
  "nobody has answered": "niemand hat geantwortet",
  "the chips have changed since the figures were worked out; offer it anew": "die Chips haben sich geändert, seit gerechnet wurde; biete ihn neu an",
  // room/tournament/online/flights: flights and the final day
  "Flight {} is over: {} players are through to the final day": "Flight {} ist vorbei: {} sind im Finaltag dabei",
  "The final day is called off: {}": "Der Finaltag ist abgesagt: {}",
  "nobody has come through its flights": "niemand ist durch die Flights gekommen",
  "Flights that have not begun are called off, and their entries are paid back. Others are played.": "Flights, die noch nicht begonnen haben, sind abgesagt, und ihre Startgelder werden zurückgezahlt. Die anderen werden gespielt.",
  "The players rank by their bags, and the prizes are paid": "Die mitgenommenen Chips entscheiden über die Plätze, und die Preise werden ausgezahlt",
};
