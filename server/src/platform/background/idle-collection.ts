import { processorMs } from "./processor-time.ts";

const INTERVAL_MS = 10_000;
/** A process that uses less of a core than this is idle. */
const IDLE_SHARE = 0.1;
/** Minimum processor time since the last collection, as a share of the interval. Small, because a purge is quick. */
const WORTHWHILE_SHARE = 0.03;

/**
 * Collects garbage when the process becomes idle. The runtime collects only when it allocates, so it would keep the
 * garbage of a large import or purge until the next one.
 * @param collect Must not block requests.
 * @param cpuMs Returns the processor time of this process so far.
 */
export function startIdleCollection(
  collect: () => void = () => Bun.gc(false),
  cpuMs: () => number = processorMs,
  intervalMs = INTERVAL_MS,
): { stop(): void } {
  let before = cpuMs();
  let collectedAt = before;
  const timer = setInterval(() => {
    const now = cpuMs();
    const isIdle = now - before < intervalMs * IDLE_SHARE;
    before = now;
    if (!isIdle || now - collectedAt < intervalMs * WORTHWHILE_SHARE) return;
    collect();
    collectedAt = now;
  }, intervalMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
