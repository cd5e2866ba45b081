/** Tells this process's readers of events that there may be new ones, so that they need not wait for the next look. */
export interface EventSignal {
  /** Said within a transaction that records events: listeners are called a moment later, when it will have ended. */
  raise(): void;
  /** Answers the way to stop listening. */
  listen(listener: () => void): () => void;
}

/** A commit takes a few milliseconds; a slow one is seen by the second call, or by the reader's own next look. */
const DELAYS_MS = [10, 100] as const;

/** Creates a signal. */
export function createEventSignal(): EventSignal {
  const listeners = new Set<() => void>();
  const timers = new Map<number, Timer>();

  function schedule(delayMs: number): void {
    if (timers.has(delayMs)) return;
    const timer = setTimeout(() => {
      timers.delete(delayMs);
      for (const listener of listeners) listener();
    }, delayMs);
    timer.unref();
    timers.set(delayMs, timer);
  }

  return {
    raise() {
      if (listeners.size > 0) for (const delayMs of DELAYS_MS) schedule(delayMs);
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
