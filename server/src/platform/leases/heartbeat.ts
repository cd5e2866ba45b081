/** Renewals of a lease in its lifetime: two may fail before it expires. */
const RENEWALS_PER_LEASE = 3;

/**
 * Renews a lease until it is stopped.
 * @param renew Extends the lease by `leaseMs` from now.
 * @param onError Receives the error of a renewal that failed; the next one follows in any case.
 */
export function startHeartbeat(
  leaseMs: number,
  renew: () => Promise<void>,
  onError: (error: unknown) => void,
): { stop(): void } {
  const timer = setInterval(() => {
    renew().catch(onError);
  }, leaseMs / RENEWALS_PER_LEASE);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
