import { QuarryError } from "@quarry/core";

/**
 * Why a call to a provider failed.
 * - `throttled`: a rate limit. All calls wait; the number of retries is not limited.
 * - `unavailable`: no response, a server error, or an invalid response. Retried a few times.
 * - `rejected`: the provider rejected this request. Other requests may succeed.
 * - `misconfigured`: key, model, quota or dimensions are wrong. No request succeeds until an operator fixes that.
 */
export type FaultKind = "throttled" | "unavailable" | "rejected" | "misconfigured";

/** A failed call. Callers see the message; `cause` is for the log. Neither contains the API key. */
export class ProviderFault extends Error {
  override readonly name = "ProviderFault";

  constructor(
    readonly kind: FaultKind,
    message: string,
    /** How long the provider wants callers to wait, in milliseconds. */
    readonly retryAfterMs?: number,
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
  }
}

/** An `unavailable` error that a retry cannot fix: it has no `retryAfterMs`, and `retryable` is false. */
export class ProviderSetupError extends QuarryError {
  constructor(message: string, cause?: unknown) {
    super("unavailable", message, cause === undefined ? {} : { cause });
  }

  override get retryable(): boolean {
    return false;
  }
}

/** Converts a final fault to the error for callers. `retryAfterMs` is in milliseconds. */
export function faultError(fault: ProviderFault, retryAfterMs: number): QuarryError {
  if (fault.kind === "misconfigured" || fault.kind === "rejected")
    return new ProviderSetupError(fault.message, fault);
  return new QuarryError("unavailable", fault.message, {
    retryAfterMs: Math.max(1, Math.ceil(retryAfterMs)),
    cause: fault,
  });
}
