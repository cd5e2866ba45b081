/**
 * @module
 * Shared code of adapters that call providers over the network: faults, rate limits, retries, and text truncation.
 */
export type { Lane } from "./call-queue.ts";
export { type FaultKind, faultError, ProviderFault, ProviderSetupError } from "./provider-fault.ts";
export {
  createProviderLimiter,
  type ProviderLimiter,
  type ProviderLimiterOptions,
} from "./provider-limiter.ts";
export { createRedactor } from "./redact.ts";
export { parseWaitMs, retryAfterMs } from "./retry-after.ts";
export { type BatchLimits, batchTexts, cutToTokens, estimateTokens } from "./text-batches.ts";
export { createTimedCalls, type TimedCallOptions, type TimedCalls } from "./timed-call.ts";
export { systemTimer, type Timer } from "./timer.ts";
