import { choice, type Environment, integer, invalid, text } from "./environment.ts";

/** How events are delivered to webhooks. */
export interface WebhooksConfig {
  /** Whether receivers may have private addresses, on this machine or in its network. */
  readonly allowPrivate: boolean;
  /** Time limit for a response of a receiver. */
  readonly timeoutMs: number;
  readonly leaseMs: number;
  /** Delay after each failed attempt. After the last delay, the delivery fails. */
  readonly retryDelaysMs: readonly number[];
}

/** The schedule that Standard Webhooks recommends: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h. */
const WEBHOOK_RETRY_SECONDS = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

/** Reads the settings of webhooks. */
export function webhooks(env: Environment): WebhooksConfig {
  const timeoutMs = integer(env, "QUARRY_WEBHOOK_TIMEOUT_MS", 15_000, 100, 60_000);
  const delays = text(env, "QUARRY_WEBHOOK_RETRY_MS");
  if (delays !== undefined && !/^\d{1,9}(,\d{1,9})*$/.test(delays))
    throw invalid(
      "QUARRY_WEBHOOK_RETRY_MS",
      delays,
      "must be milliseconds separated by commas, e.g. 5000,300000",
    );
  return {
    allowPrivate: choice(env, "QUARRY_WEBHOOK_ALLOW_PRIVATE", ["true", "false"], "false") === "true",
    timeoutMs,
    // Includes time for the DNS lookup and for storing the outcome.
    leaseMs: timeoutMs * 2,
    retryDelaysMs: delays?.split(",").map(Number) ?? WEBHOOK_RETRY_SECONDS.map((seconds) => seconds * 1000),
  };
}
