/** German: why something may be done or not, by the sentences of the rules. Other sentences stay English. */

const MADE = ", and the smallest chip in play is {}";
const GEMACHT = ", und der kleinste Chip im Spiel ist {}";
const SHORT = "You may not raise: you have acted and the bet went up only {} since";
const KURZ = "Du darfst nicht erhöhen: du hast schon gehandelt, und der Einsatz ist seither nur um {} gestiegen";

/**
 * The same for a bet and for a raise, with the smallest chip and without it.
 * @param {string} english
 * @param {string} german
 * @returns {Record<string, string>}
 */
const both = (english, german) => Object.fromEntries([["raise to", "auf {} erhöhen"], ["bet", "{} setzen"]].flatMap(([what, was]) => {
  const key = `You may ${what} {} ${english}`;
  const said = `Du darfst ${english.startsWith("at most") ? "höchstens" : "mindestens"} ${was}: ${german}`;
  return [[key, said], [key + MADE, said + GEMACHT]];
}));

/** @type {Record<string, string>} */
export const REASONS = {
  "You may fold: in turn that is always possible, even when checking is free": "Du darfst passen: am Zug geht das immer, auch wenn Checken nichts kostet",
  "You may show: to win a pot at the showdown, all your cards must be seen": "Du darfst zeigen: wer beim Showdown einen Pot gewinnt, zeigt alle Karten",
  "You may muck: a beaten hand need not be shown": "Du musst nicht zeigen: eine geschlagene Hand bleibt verdeckt",
  "You may not muck: a player is all-in and betting is over, so all hands lie open": "Du musst zeigen: jemand ist all-in und alle Einsätze sind gemacht, also liegen alle Hände offen",
  "You may not muck: the house has every hand tabled": "Du musst zeigen: in diesem Haus werden alle Hände gezeigt",
  "You may not muck: nobody else is left to take the pot": "Du musst zeigen: sonst ist niemand mehr da, der den Pot gewinnen kann",
  "You may check: nobody has bet": "Du darfst checken: niemand hat gesetzt",
  "You may check: the bet is {} and you have {} in front of you": "Du darfst checken: der Einsatz ist {}, und vor dir liegen {}",
  "You may not check: it is {} to call": "Du darfst nicht checken: es kostet {}",
  "You may call {}: the bet is {}": "Du darfst {} callen: der Einsatz ist {}",
  "You may call {}: the bet is {} and you have {} in front of you": "Du darfst {} callen: der Einsatz ist {}, und vor dir liegen {}",
  "You may call all-in with {}, though the call is {}": "Du darfst mit {} all-in callen, obwohl es {} kostet",
  "You may call all-in with nothing, though the call is {}": "Du darfst ohne Chips all-in callen, obwohl es {} kostet",
  "You then win no more than {} from each opponent": "Dann gewinnst du von jedem Gegner höchstens {}",
  "The price stays the full big blind of {}, though less was posted": "Es kostet den ganzen Big Blind von {}, obwohl weniger gesetzt wurde",
  "The price stays the full bring-in of {}, though less was posted": "Es kostet das ganze Bring-in von {}, obwohl weniger gesetzt wurde",
  "You may go all-in to {}, though a full raise is to {}": "Du darfst auf {} all-in gehen, obwohl eine volle Erhöhung auf {} geht",
  "You may go all-in to {}, though a least bet is to {}": "Du darfst mit {} all-in gehen, obwohl der kleinste Einsatz {} ist",
  "You may complete to {}: the full bet is {}": "Du darfst auf {} ergänzen: der volle Einsatz ist {}",
  "You may raise to {}: bets and raises are {} on this street": "Du darfst auf {} erhöhen: in dieser Runde geht es um je {}",
  "You may bet {}: bets and raises are {} on this street": "Du darfst {} setzen: in dieser Runde geht es um je {}",
  ...both("or more: that is the least bet", "das ist der kleinste Einsatz"),
  ...both("or more: the bet is {} and the largest full bet or raise so far was {}", "der Einsatz ist {}, und die größte volle Erhöhung war bisher {}"),
  ...both("at most: that is all you have on the table", "mehr hast du nicht auf dem Tisch"),
  ...both("at most: a hand costs {} at most here", "eine Hand kostet hier höchstens {}"),
  ...both("at most: the pot, which is {}", "so viel wie der Pot, das sind {}"),
  ...both("at most: the pot, which after your call is {}", "so viel wie der Pot, das sind nach deinem Call {}"),
  ...both("at most: {} of the pot, which is {}", "{} des Pots, das sind {}"),
  ...both("at most: {} of the pot, which after your call is {}", "{} des Pots, der nach deinem Call {} hat"),
  ...both("at most: bets and raises are {} at most", "Einsätze und Erhöhungen sind höchstens {}"),
  "You may not raise: you have {}, no more than the call": "Du darfst nicht erhöhen: du hast {}, nicht mehr als der Call kostet",
  "You may not raise: you have no chips in front of you": "Du darfst nicht erhöhen: vor dir liegen keine Chips",
  "You may not bet: you have no chips in front of you": "Du darfst nicht setzen: vor dir liegen keine Chips",
  "You may not raise: all your opponents are all-in, so that nobody could call": "Du darfst nicht erhöhen: alle Gegner sind all-in, niemand könnte callen",
  "You may not raise: the cap of a bet and {} raises is reached": "Du darfst nicht erhöhen: ein Einsatz und {} Erhöhungen sind das meiste, was eine Runde erlaubt",
  "You may not raise: you have checked, and nobody may check and raise in this game": "Du darfst nicht erhöhen: du hast gecheckt, und Check-Raise gibt es in diesem Spiel nicht",
  [`${SHORT}, less than the last full raise of {}`]: `${KURZ}, weniger als die letzte volle Erhöhung von {}`,
  [`${SHORT}, less than half of a full raise of {}`]: `${KURZ}, weniger als die halbe volle Erhöhung von {}`,
  [`${SHORT}, without a full raise of {} by one player`]: `${KURZ}, ohne dass jemand voll um {} erhöht hat`,
  [`${SHORT}, without half of a full raise of {} by one player`]: `${KURZ}, ohne dass jemand um die Hälfte von {} erhöht hat`,
  "You may not complete: you have {}, no more than the bring-in": "Du darfst nicht ergänzen: du hast {}, nicht mehr als das Bring-in",
  // pots
  "{} is all-in: it contests {} from each opponent, and what is put in above that makes a side pot for the others": "{} ist all-in und spielt um {} von jedem Gegner; was darüber gesetzt wird, ist ein Nebenpot der anderen",
  "If you call, you contest the pot of {}, as the chips lie now": "Wenn du callst, spielst du um den Pot von {}, wie die Chips jetzt liegen",
  "If you check, you contest the pot of {}, as the chips lie now": "Wenn du checkst, spielst du um den Pot von {}, wie die Chips jetzt liegen",
  "If you call, you contest the main pot of {}, as the chips lie now": "Wenn du callst, spielst du um den Hauptpot von {}, wie die Chips jetzt liegen",
  "If you check, you contest the main pot of {}, as the chips lie now": "Wenn du checkst, spielst du um den Hauptpot von {}, wie die Chips jetzt liegen",
  "If you call, you contest the main pot of {} and the side pot of {}, as the chips lie now": "Wenn du callst, spielst du um den Hauptpot von {} und den Nebenpot von {}, wie die Chips jetzt liegen",
  "If you check, you contest the main pot of {} and the side pot of {}, as the chips lie now": "Wenn du checkst, spielst du um den Hauptpot von {} und den Nebenpot von {}, wie die Chips jetzt liegen",
  "If you call, you contest the main pot of {} and side pot {} ({}), as the chips lie now": "Wenn du callst, spielst du um den Hauptpot von {} und Nebenpot {} ({}), wie die Chips jetzt liegen",
  "If you check, you contest the main pot of {} and side pot {} ({}), as the chips lie now": "Wenn du checkst, spielst du um den Hauptpot von {} und Nebenpot {} ({}), wie die Chips jetzt liegen",
  "If you call, you contest the main pot of {}, side pot {} ({}) and side pot {} ({}), as the chips lie now": "Wenn du callst, spielst du um den Hauptpot von {}, Nebenpot {} ({}) und Nebenpot {} ({}), wie die Chips jetzt liegen",
  "If you check, you contest the main pot of {}, side pot {} ({}) and side pot {} ({}), as the chips lie now": "Wenn du checkst, spielst du um den Hauptpot von {}, Nebenpot {} ({}) und Nebenpot {} ({}), wie die Chips jetzt liegen",
  // bring-in, draws, runs, declarations
  "You must bring it in for {}, or complete: yours is the low card showing": "Du musst {} einbringen oder ergänzen: deine offene Karte ist die niedrigste",
  "You must bring it in for {}, or complete: yours is the high card showing": "Du musst {} einbringen oder ergänzen: deine offene Karte ist die höchste",
  "You must throw {} of your cards away; none come for them": "Du musst {} deiner Karten wegwerfen; es kommen keine dafür",
  "You may change as many of your cards as you like, up to {}, or stand pat": "Du darfst bis zu {} Karten tauschen oder alle behalten",
  "You may have the board run {} to {} times: the least that anybody says is done": "Du darfst das Board {} bis {} Mal austeilen lassen: es gilt das wenigste, was jemand sagt",
  // open stakes
  "You may buy chips with cash now, and bet them at once": "Du darfst jetzt Chips kaufen und gleich setzen",
  "You may borrow of a player who is not in the pot; the others take such chips": "Du darfst von jemandem leihen, der nicht im Pot ist; die anderen nehmen solche Chips",
  "You may not borrow now: every player with chips here is in the pot": "Du darfst jetzt nicht leihen: alle mit Chips am Tisch sind im Pot",
  "You may neither buy nor borrow chips in this hand: buy a full stake after it": "Du darfst in dieser Hand weder kaufen noch leihen: kaufe dich danach voll ein",
  "You may not go all-in: you have raised with borrowed chips": "Du darfst nicht all-in gehen: du hast mit geliehenen Chips erhöht",
  "You may not raise: that would be all-in with borrowed chips, or after a raise with them": "Du darfst nicht erhöhen: das wäre all-in mit geliehenen Chips, oder nach einer Erhöhung mit ihnen",
  "You may not offer another marker in this turn: one was refused": "Du darfst in diesem Zug keinen Schuldschein mehr anbieten: einer wurde abgelehnt",
  "You may bet with a marker for what your chips do not cover, if all in the pot agree": "Du darfst mit einem Schuldschein setzen, was deine Chips nicht decken, wenn alle im Pot zustimmen",
  "A marker of less than {} must be accepted": "Ein Schuldschein unter {} muss angenommen werden",
  "A player who raises with borrowed chips may not go all-in later in the hand": "Wer mit geliehenen Chips erhöht, darf in dieser Hand nicht mehr all-in gehen",
};
