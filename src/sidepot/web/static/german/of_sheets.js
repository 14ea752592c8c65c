/** German: the sentences on printed sheets. */

/** @type {Record<string, string>} */
export const SHEETS = {
  // web/director/sheets: seats, schedule, races, moves
  "Table {}": "Tisch {}",
  "from table {}, seat {}": "von Tisch {}, Platz {}",
  "Break": "Pause",
  "Break: chips of {} leave play": "Pause: Chips zu {} gehen aus dem Spiel",
  "{}, ante {}": "{}, Ante {}",
  "{}, big blind ante {}": "{}, Big-Blind-Ante {}",
  "{} + {} fee": "{} + {} Gebühr",
  "through level {}": "bis Level {}",
  "Table {}: chips of {} raced off": "Tisch {}: Chips zu {} ausgetauscht",
  "{} of {}": "{} zu {}",
  "Chips of {} leave play. The odd ones are raced for chips of {}.": "Chips zu {} gehen aus dem Spiel. Um einzelne wird im Chip-Race gelost: für Chips zu {}.",
  // web/director_sheets_money: deals and receipts
  "For a deal by stacks count them first. Some are not known: {}.": "Für einen Deal nach Stacks zuerst zählen. Noch nicht bekannt: {}.",
  "{} x entry": "{} × Startgeld",
  "{} x rebuy": "{} × Rebuy",
  "{} x add-on": "{} × Add-on",
};
