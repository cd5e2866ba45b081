import { choice, type Environment, integer, invalid, text } from "./environment.ts";

/** How events are delivered to webhooks. */
export interface WebhooksConfig {
  /** Whether receivers may be on this machine or in its network. */
  readonly allowPrivate: boolean;
  /** Longest time that a receiver may take to answer. */
  readonly timeoutMs: number;
  readonly leaseMs: number;
  /** Waits after each attempt that failed; after the last there is no other. */
  readonly retryDelaysMs: readonly number[];
}

/** As Standard Webhooks recommends: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h. */
const WEBHOOK_RETRY_SECONDS = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

/** Reads how events are delivered. */
export function webhooks(env: Environment): WebhooksConfig {
  const timeoutMs = integer(env, "QUARRY_WEBHOOK_TIMEOUT_MS", 15_000, 100, 60_000);
  const delays = text(env, "QUARRY_WEBHOOK_RETRY_MS");
  if (delays !== undefined && !/^\d{1,9}(,\d{1,9})*$/.test(delays))
    throw invalid("QUARRY_WEBHOOK_RETRY_MS", delays, "must be milliseconds joined by commas");
  return {
    allowPrivate: choice(env, "QUARRY_WEBHOOK_ALLOW_PRIVATE", ["true", "false"], "false") === "true",
    timeoutMs,
    // Also for finding the host and for noting the answer.
    leaseMs: timeoutMs * 2,
    retryDelaysMs: delays?.split(",").map(Number) ?? WEBHOOK_RETRY_SECONDS.map((seconds) => seconds * 1000),
  };
}
