import { QuarryError } from "@quarry/core";

/**
 * What kind of failure a call to a provider met.
 * - `throttled`: too many calls; everybody waits, no matter how often.
 * - `away`: no answer, a server error, or nonsense; worth a few more tries.
 * - `refused`: this request is at fault; another one may pass.
 * - `setup`: key, model, quota or dimensions are wrong; no request will pass before somebody changes that.
 */
export type FaultKind = "throttled" | "away" | "refused" | "setup";

/** One failed call. The message is shown to callers; `cause` is for the log. Neither holds the key. */
export class ProviderFault extends Error {
  override readonly name = "ProviderFault";

  constructor(
    readonly kind: FaultKind,
    message: string,
    /** How long the provider asks to be left alone, in milliseconds. */
    readonly retryAfterMs?: number,
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
  }
}

/** An `unavailable` that trying again does not mend: it has no `retryAfterMs`, and `retryable` is false. */
export class ProviderSetupError extends QuarryError {
  constructor(message: string, cause?: unknown) {
    super("unavailable", message, cause === undefined ? {} : { cause });
  }

  override get retryable(): boolean {
    return false;
  }
}

/** The error for callers when `fault` is final. `retryAfterMs` is when to come back, in milliseconds. */
export function faultError(fault: ProviderFault, retryAfterMs: number): QuarryError {
  if (fault.kind === "setup" || fault.kind === "refused") return new ProviderSetupError(fault.message, fault);
  return new QuarryError("unavailable", fault.message, {
    retryAfterMs: Math.max(1, Math.ceil(retryAfterMs)),
    cause: fault,
  });
}
