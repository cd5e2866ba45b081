const INTERVAL_MS = 10_000;
/** A process that uses less of a core than this has nothing to do. */
const IDLE_SHARE = 0.1;
/** After less work than this much of an interval there is little to collect; a purge is soon done. */
const WORTHWHILE_SHARE = 0.03;

/**
 * Has memory collected when the process comes to rest: the runtime collects only as new memory is asked for, so that
 * what a large import or a purge left behind would be kept until the next one.
 * @param collect Must not hold up whoever asks just then.
 * @param cpuMs The processor time of this process so far.
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

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
