/** The sources by name, and the rules of other books that say the same. Written by `make docs`. */

import { t } from "./language.js";

/** @type {Record<string, string>} */
export const SOURCES = {
  SD: t("South Dakota rule 20:18:16:21"),
  TS: t("Table stakes"),
  OS: t("Open stakes"),
  AI: t("All-in situations"),
  PG: t("How poker is played"),
};

/** @type {Record<string, string>} */
export const PARALLELS = {
  "SD-8": "TDA-2024:21, Robert's Rules 3 ties 5e",
  "TS-7": "Robert's Rules 3 showdown 7, Robert's Rules 3 showdown 8",
  "TS-8": "Robert's Rules 3 showdown 8",
  "TS-9": "Robert's Rules 3 betting 7",
  "TS-10": "TDA-2024:47-A, Robert's Rules 14.3",
  "TS-11": "TDA-2024:47-B, Robert's Rules 3 betting 7",
  "TS-13": "TDA-2024:16, Robert's Rules 15.34",
  "AI-5": "Robert's Rules 4.1",
  "AI-9": "Robert's Rules 3 betting 7",
  "AI-10": "TDA-2024:16, Robert's Rules 15.34",
  "PG-3": "Robert's Rules 3 showdown 7",
  "PG-13": "TDA-2024:16, Robert's Rules 15.34",
  "PG-16": "TDA-2024:21, Robert's Rules 3 ties 5e",
  "PG-26": "TDA-2024:17-B",
  "PG-40": "TDA-2024:48, Robert's Rules 3 betting 4",
  "PG-42": "Robert's Rules 3 buy-in 1-2",
  "PG-44": "Robert's Rules 2 procedures",
  "PG-51": "Robert's Rules 4.2",
  "PG-64": "TDA-2024:50-A, Robert's Rules 3 betting 8",
  "PG-65": "TDA-2024:56, Robert's Rules 3 betting 14",
  "PG-68": "Robert's Rules 3 showdown 8",
  "PG-70": "TDA-2024:17-A, Robert's Rules 3 showdown 7",
  "PG-71": "TDA-2024:17-A, Robert's Rules 3 showdown 7",
  "PG-73": "TDA-2024:13-A, Robert's Rules 3 showdown 1",
  "PG-74": "TDA-2024:12, Robert's Rules 3 showdown 2",
  "PG-75": "TDA-2024:12",
  "PG-78": "TDA-2024:18-B, Robert's Rules 3 showdown 5",
  "PG-84": "Robert's Rules 12",
  "PG-85": "Robert's Rules 12",
  "PG-96": "Robert's Rules 9",
  "PG-97": "Robert's Rules 10",
  "PG-102": "Robert's Rules 6",
  "PG-103": "Robert's Rules 6",
  "PG-107": "TDA-2024:1, Robert's Rules 2 decisions 1-2",
  "PG-108": "TDA-2024:36, Robert's Rules 3 misdeals 2",
  "PG-112": "TDA-2024:35-D, Robert's Rules 3 dead hands 1",
  "PG-113": "TDA-2024:65-A, Robert's Rules 3 irregularities 2",
  "PG-114": "Robert's Rules 3 showdown 6",
  "PG-115": "TDA-2024:53-A, Robert's Rules 3 betting 10",
  "PG-116": "TDA-2024:67",
};
