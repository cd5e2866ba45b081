/**
 * @module
 * What adapters of providers on the network have in common: faults, limits, tries, and texts cut to size.
 */
export { type FaultKind, faultError, ProviderFault, ProviderSetupError } from "./provider-fault.ts";
export {
  createProviderLimiter,
  type Lane,
  type ProviderLimiter,
  type ProviderLimiterOptions,
} from "./provider-limiter.ts";
export { createRedactor } from "./redact.ts";
export { parseWaitMs, retryAfterMs } from "./retry-after.ts";
export { type BatchLimits, batchTexts, cutToTokens, estimateTokens } from "./text-batches.ts";
export { createTimedCalls, type TimedCallOptions, type TimedCalls } from "./timed-call.ts";
export { systemTimer, type Timer } from "./timer.ts";
