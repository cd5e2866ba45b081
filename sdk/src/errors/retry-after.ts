/**
 * Reads how long to wait before a retry, in milliseconds: from `Retry-After` (seconds or a date), otherwise on 429 from
 * `X-RateLimit-Reset` (Unix seconds). Uses the response's `Date` as the current time, so the local clock may be wrong.
 */
export function retryAfterMs(status: number, headers: Headers): number | undefined {
  const now = Date.parse(headers.get("date") ?? "") || Date.now();
  const after = headers.get("retry-after")?.trim();
  if (after) {
    const wait = /^\d+(\.\d+)?$/.test(after) ? Number(after) * 1000 : Date.parse(after) - now;
    if (Number.isFinite(wait)) return Math.max(0, wait);
  }
  const reset = Number(headers.get("x-ratelimit-reset") || Number.NaN);
  return status === 429 && Number.isFinite(reset) ? Math.max(0, reset * 1000 - now) : undefined;
}
