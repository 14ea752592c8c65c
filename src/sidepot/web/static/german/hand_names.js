/** German: what hands, boards and shares of a pot are called. The room has a fixed set of such names, made of ranks. */

/** @type {Record<string, [one: string, many: string]>} */
const RANKS = {
  deuce: ["Zwei", "Zweien"], three: ["Drei", "Dreien"], four: ["Vier", "Vieren"], five: ["Fünf", "Fünfen"], six: ["Sechs", "Sechsen"],
  seven: ["Sieben", "Siebenen"], eight: ["Acht", "Achten"], nine: ["Neun", "Neunen"], ten: ["Zehn", "Zehnen"], jack: ["Bube", "Buben"],
  queen: ["Dame", "Damen"], king: ["König", "Könige"], ace: ["Ass", "Asse"],
};

/**
 * The names by their kinds: `<one>` is a rank, `<many>` ranks, `<low>` the cards of a low hand.
 * @type {[english: string, german: string][]}
 */
const HANDS = [
  ["<one> high", "{} hoch"], ["pair of <many>", "Paar {}"], ["two pair, <many> and <many>", "Zwei Paare, {} und {}"],
  ["two pair, <many> and <many>, <one> kicker", "Zwei Paare, {} und {}, Kicker {}"], ["three of a kind, <many>", "Drilling {}"],
  ["straight, <one> high", "Straße bis {}"], ["flush, <one> high", "Flush, {} hoch"],
  ["full house, <many> full of <many>", "Full House, {} voll mit {}"], ["four of a kind, <many>", "Vierling {}"],
  ["five of a kind, <many>", "Fünfling {}"], ["straight flush, <one> high", "Straight Flush bis {}"],
  ["royal flush", "Royal Flush"], ["<one>-<one> low, <low>", "{}-{}-Low, {}"], ["wheel, <low>", "Wheel, {}"], ["no low", "kein Low"],
  ["no badugi", "kein Badugi"], ["badugi, <low>", "Badugi, {}"], ["three-card badugi, <low>", "Badugi aus drei Karten, {}"],
  ["two-card badugi, <low>", "Badugi aus zwei Karten, {}"], ["one-card badugi, <low>", "Badugi aus einer Karte, {}"],
];

/** @type {Record<string, string>} */
const PLACES = {
  high: "High", low: "Low", badugi: "Badugi", "in hand": "in der Hand", board: "Board", run: "Lauf", flop: "Flop", turn: "Turn",
  river: "River", "community card": "Gemeinschaftskarte", both: "beides", nothing: "nichts",
};

/** @param {string} one */
const manyOf = (one) => (one === "six" ? "sixes" : `${one}s`);

const ONE = new Map(Object.entries(RANKS).map(([english, [german]]) => [english, german]));
const MANY = new Map(Object.entries(RANKS).map(([english, [, german]]) => [manyOf(english), german]));
/** @type {Record<string, string>} */
const GAPS = {
  "<one>": `(${[...ONE.keys()].join("|")})`,
  "<many>": `(${[...MANY.keys()].join("|")})`,
  "<low>": "((?:[2-9AJQK]|10)(?:-(?:[2-9AJQK]|10))*)",
};
/** @type {[RegExp, string][]} */
const KINDS = HANDS.map(([english, german]) => [new RegExp(`^${english.replace(/<\w+>/g, (gap) => GAPS[gap])}$`), german]);
const TO_PLAY = /^(.+), with an? (\w+) to play$/;

/** @param {string} text */
const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/**
 * What one hand makes: "pair of kings, with a jack to play".
 * @param {string} name
 * @returns {string}
 */
function one(name) {
  const kicker = TO_PLAY.exec(name);
  if (kicker) {
    const [hand, rank] = [one(kicker[1]), ONE.get(kicker[2])];
    return hand && rank ? `${hand}, Kicker ${rank}` : "";
  }
  for (const [kind, german] of KINDS) {
    const found = kind.exec(name);
    if (!found) continue;
    const parts = found.slice(1).map((part) => ONE.get(part) ?? MANY.get(part) ?? part);
    let at = 0;
    return german.replace(/\{\}/g, () => parts[at++]);
  }
  return "";
}

/**
 * A place: "low", "board 2", "Flop, run 1".
 * @param {string} text
 */
function place(text) {
  const parts = text.toLowerCase().split(", ").map((part) => {
    const [, name, number] = /^(.*?)( \d)?$/.exec(part) ?? [];
    return PLACES[name] && PLACES[name] + (number ?? "");
  });
  return parts.every(Boolean) ? capital(parts.join(", ")) : "";
}

/**
 * The German name of a hand, of all that it makes, or of a place; "" where it is none that is known.
 * @param {string} text
 */
export function handName(text) {
  const told = text.split("; ").map((part) => {
    const first = /^(.+) comes first$/.exec(part);
    if (first) return place(first[1]) && `${place(first[1])} kommt zuerst`;
    const whole = one(part.slice(0, 1).toLowerCase() + part.slice(1)) || place(part);
    if (whole) return whole;
    const [, where, between, hand] = /^((?:[a-z]+ ?\d?(?:, )?){1,4}?|in hand)(: | with )(.+)$/.exec(part) ?? [];
    const [there, made] = [where && place(where), hand && one(hand)];
    return there && made ? `${there}${between === ": " ? ": " : " mit "}${made}` : "";
  });
  return told.every(Boolean) ? told.join("; ") : "";
}
