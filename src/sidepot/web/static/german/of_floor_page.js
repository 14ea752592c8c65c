/** German: what the page of the floor has beside its questions: titles, reasons, and steps. */

import { FLOOR_REASONS } from "./of_floor_reasons.js";
import { FLOOR_STEPS } from "./of_floor_steps.js";
import { FLOOR_TITLES } from "./of_floor_titles.js";

export const FLOOR_PAGE = { ...FLOOR_TITLES, ...FLOOR_REASONS, ...FLOOR_STEPS };
