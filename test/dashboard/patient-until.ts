import { LIMIT_MS } from "../support/browser.ts";
import { until as untilSoon } from "../support/until.ts";

/** Polls until `ask` returns a value, by default for as long as a page may take. */
export const until: typeof untilSoon = (what, ask, limitMs = LIMIT_MS) => untilSoon(what, ask, limitMs);
