/** The calendar of the club: when the next one of a weekly event is. */

import { t } from "../common/language.js";

export const WEEKDAYS = [t("Sunday"), t("Monday"), t("Tuesday"), t("Wednesday"), t("Thursday"), t("Friday"), t("Saturday")];

/**
 * The next time after `now` that it is this weekday (0: Sunday) and this time of day ("20:00"), by the clock here.
 * @param {number} weekday
 * @param {string} hour
 * @param {Date} now
 */
export function nextOf(weekday, hour, now) {
  const [hours = 0, minutes = 0] = hour.split(":").map(Number);
  const found = new Date(now.getFullYear(), now.getMonth(), now.getDate(), hours, minutes);
  found.setDate(found.getDate() + ((weekday - found.getDay() + 7) % 7));
  if (found.getTime() <= now.getTime()) found.setDate(found.getDate() + 7);
  return found;
}
