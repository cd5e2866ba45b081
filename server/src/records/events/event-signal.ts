/** Notifies the event readers of this process of new events, so that they need not wait for their next poll. */
export interface EventSignal {
  /** Call it in a transaction that records events. Listeners run shortly afterwards, when it should have committed. */
  raise(): void;
  /** Returns a function that removes the listener. */
  listen(listener: () => void): () => void;
}

/** A commit takes a few milliseconds. The second call, or the reader's next poll, catches slow commits. */
const DELAYS_MS = [10, 100] as const;

/** Creates an event signal. */
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
