const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A reset header says when the whole allowance is back; some of it is back within a minute. */
const longestResetMs = 60_000;

/**
 * A waiting time as providers write it: `"1s"`, `"6m0s"`, `"20ms"`, `"1h2m3.5s"`, bare seconds (`"2.5"`), or an HTTP date.
 * @param nowMs Milliseconds since 1970, for dates.
 * @returns Milliseconds, or undefined for what cannot be read or is not in the future.
 */
export function parseWaitMs(value: string, nowMs: number): number | undefined {
  const text = value.trim();
  let waitMs: number;
  if (/^\d+(\.\d+)?$/.test(text)) waitMs = Number(text) * 1000;
  else if (/^(\d+(\.\d+)?(ms|s|m|h|d))+$/.test(text)) {
    waitMs = 0;
    for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g)) {
      waitMs += Number(amount) * (unitMs[unit ?? ""] ?? 0);
    }
  } else waitMs = Date.parse(text) - nowMs;
  return Number.isFinite(waitMs) && waitMs > 0 ? waitMs : undefined;
}

/**
 * How long a refusing answer asks to be left alone, by the most exact header present: `retry-after-ms`, `retry-after`,
 * then `x-ratelimit-reset-requests`/`-tokens` of whichever allowance is used up.
 * @param nowMs Milliseconds since 1970.
 * @returns Milliseconds, or undefined when the answer does not say.
 */
export function retryAfterMs(headers: Headers, nowMs: number): number | undefined {
  const exactMs = Number(headers.get("retry-after-ms") ?? Number.NaN);
  if (Number.isFinite(exactMs) && exactMs > 0) return exactMs;

  const said = headers.get("retry-after");
  const saidMs = said === null ? undefined : parseWaitMs(said, nowMs);
  if (saidMs !== undefined) return saidMs;

  const resetMs = (allowance: "requests" | "tokens"): number => {
    const reset = headers.get(`x-ratelimit-reset-${allowance}`);
    return reset === null ? 0 : (parseWaitMs(reset, nowMs) ?? 0);
  };
  const tokensUsedUp = headers.get("x-ratelimit-remaining-tokens") === "0";
  const requestsLeft = Number(headers.get("x-ratelimit-remaining-requests") ?? 0) > 0;
  const waitMs = Math.max(tokensUsedUp ? resetMs("tokens") : 0, requestsLeft ? 0 : resetMs("requests"));
  return waitMs > 0 ? Math.min(waitMs, longestResetMs) : undefined;
}
