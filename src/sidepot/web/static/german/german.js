/** The German words of the pages, by the English ones. They are loaded only where somebody wants them. */

export { handName } from "./hand_names.js";

import { ACTS } from "./of_acts.js";
import { CLUB } from "./of_club.js";
import { COMMON } from "./of_common.js";
import { DECISION } from "./of_decision.js";
import { DESK } from "./of_desk.js";
import { DIRECTOR } from "./of_director.js";
import { EVENT_REFUSALS } from "./of_event_refusals.js";
import { FLOOR } from "./of_floor.js";
import { FLOOR_FACTS } from "./of_floor_facts.js";
import { HANDS } from "./of_hands.js";
import { LOBBY } from "./of_lobby.js";
import { LOG } from "./of_log.js";
import { NEWS } from "./of_news.js";
import { PAPER } from "./of_paper.js";
import { POTS } from "./of_pots.js";
import { PRESETS } from "./of_presets.js";
import { REASONS } from "./of_reasons.js";
import { REFUSALS } from "./of_refusals.js";
import { ROOM } from "./of_room.js";
import { SCREEN } from "./of_screen.js";
import { SEAT } from "./of_seat.js";
import { SETUP } from "./of_setup.js";
import { SETTLE } from "./of_settle.js";
import { SLIP } from "./of_slip.js";
import { SHEETS } from "./of_sheets.js";
import { STAKES } from "./of_stakes.js";
import { TABLE } from "./of_table.js";
import { TALK } from "./of_talk.js";
import { TOURNAMENT } from "./of_tournament.js";
import { VERDICTS } from "./of_verdicts.js";
import { VERIFY } from "./of_verify.js";

export { FLOOR_FACTS };

export const GERMAN = { ...ROOM, ...COMMON, ...DECISION, ...SEAT, ...TABLE, ...TALK, ...TOURNAMENT, ...LOBBY, ...HANDS, ...VERIFY, ...SETTLE, ...FLOOR, ...CLUB, ...DESK, ...ACTS, ...SETUP, ...PAPER, ...SCREEN, ...SLIP };

/** What only the page of the floor says: it is loaded there alone. */
const floor = globalThis.location?.pathname === "/floor" ? await import("./of_floor_page.js") : null;

/** What the room itself says: lines of the log, why something may be done or not, and what those who direct are told. */
export const SENTENCES = { ...FLOOR_FACTS.offence.offence.choices, ...VERDICTS, ...DIRECTOR, ...POTS, ...NEWS, ...SHEETS, ...STAKES, ...LOG, ...REASONS, ...PRESETS, ...floor?.FLOOR_PAGE };

/** What is refused, by the code of the refusal. */
export const REFUSED = { ...REFUSALS, ...EVENT_REFUSALS };
