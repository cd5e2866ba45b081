const FIRST_DELAY_MS = 500;

/**
 * The delay before retry `attempt` (0-based), in milliseconds: exponential, at most `maxMs`, and randomly shortened by up
 * to a quarter so that clients do not retry at the same time.
 */
export function backoffMs(attempt: number, maxMs: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** attempt, maxMs) * (1 - Math.random() / 4);
}
