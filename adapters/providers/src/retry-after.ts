const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A reset header states when the full quota is available again; part of it is available within a minute. */
const MAX_RESET_MS = 60_000;

/**
 * Parses a waiting time: `"1s"`, `"6m0s"`, `"20ms"`, `"1h2m3.5s"`, seconds without a unit (`"2.5"`), or an HTTP date.
 *
 * @param nowMs Milliseconds since 1970, for dates.
 * @returns Milliseconds, or undefined if the value is invalid or not in the future.
 */
export function parseWaitMs(value: string, nowMs: number): number | undefined {
  const text = value.trim();
  let waitMs: number;
  if (/^\d+(\.\d+)?$/.test(text)) waitMs = Number(text) * 1000;
  else if (/^(\d+(\.\d+)?(ms|s|m|h|d))+$/.test(text)) {
    waitMs = 0;
    for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g)) {
      waitMs += Number(amount) * (UNIT_MS[unit ?? ""] ?? 0);
    }
  } else waitMs = Date.parse(text) - nowMs;
  return Number.isFinite(waitMs) && waitMs > 0 ? waitMs : undefined;
}

/**
 * Returns the waiting time in a response's headers. Uses the most precise header present: `retry-after-ms`,
 * `retry-after`, then `x-ratelimit-reset-requests` or `-tokens`, depending on which quota is exhausted.
 *
 * @param nowMs Milliseconds since 1970.
 * @returns Milliseconds, or undefined if the headers contain none.
 */
export function retryAfterMs(headers: Headers, nowMs: number): number | undefined {
  const exactMs = Number(headers.get("retry-after-ms") ?? Number.NaN);
  if (Number.isFinite(exactMs) && exactMs > 0) return exactMs;

  const retryAfter = headers.get("retry-after");
  const statedMs = retryAfter === null ? undefined : parseWaitMs(retryAfter, nowMs);
  if (statedMs !== undefined) return statedMs;

  const resetMs = (quota: "requests" | "tokens"): number => {
    const reset = headers.get(`x-ratelimit-reset-${quota}`);
    return reset === null ? 0 : (parseWaitMs(reset, nowMs) ?? 0);
  };
  const hasNoTokens = headers.get("x-ratelimit-remaining-tokens") === "0";
  const hasRequests = Number(headers.get("x-ratelimit-remaining-requests") ?? 0) > 0;
  const waitMs = Math.max(hasNoTokens ? resetMs("tokens") : 0, hasRequests ? 0 : resetMs("requests"));
  return waitMs > 0 ? Math.min(waitMs, MAX_RESET_MS) : undefined;
}
