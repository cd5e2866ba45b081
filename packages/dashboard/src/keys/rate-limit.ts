import type { KeyRateLimit, RequestWindow } from "@quarry/sdk";
import { integer } from "../text/format.ts";
import { text } from "../text/text.ts";

const words = text.keys;

/** The windows that the form offers, in seconds. */
export const WINDOWS = [
  [60, words.windows.minute],
  [3_600, words.windows.hour],
  [86_400, words.windows.day],
] as const;

/** The most that the API takes. */
const CALLS_MAX = 1_000_000_000;

/** The most calls of a key in a window that the limits of its organization let through; 0 if it is too short for any. */
export function mostCalls(limits: readonly RequestWindow[], seconds: number): number {
  const most = limits.map(({ limit, windowSeconds }) =>
    seconds < windowSeconds
      ? Math.floor(limit / Math.ceil(windowSeconds / seconds))
      : limit * Math.floor(seconds / windowSeconds),
  );
  return Math.min(CALLS_MAX, ...most);
}

/** A window in words, e.g. "a minute". */
export function windowWords(seconds: number): string {
  return WINDOWS.find(([offered]) => offered === seconds)?.[1] ?? words.windowSeconds(integer(seconds));
}

/** A limit in words, e.g. "at most 60 calls a minute". */
export function limitWords({ limit, windowSeconds }: KeyRateLimit): string {
  return words.limited(integer(limit), windowWords(windowSeconds));
}

/** Reads the fields of the form; undefined if no limit was entered. */
export function readLimit(form: FormData): KeyRateLimit | undefined {
  const limit = Number(form.get("calls"));
  return limit > 0 ? { limit, windowSeconds: Number(form.get("window")) } : undefined;
}
