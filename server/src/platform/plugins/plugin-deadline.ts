/** The deadline of a call to a plug-in. It can be stopped while the call waits for its caller, such as for more of an upload. */
export interface PluginDeadline {
  /** Stops the time. */
  pause(): void;
  /** Starts the time again, from the beginning. */
  restart(): void;
  /** The longest time without a pause. */
  longestMs(): number;
  /** Resolves when the time is over. */
  readonly expired: Promise<void>;
}

/** Starts a deadline. Pause it at the end of the call. */
export function startDeadline(limitMs: number): PluginDeadline {
  let startedAt: number | undefined;
  let timer: Timer | undefined;
  let longestMs = 0;
  const { promise: expired, resolve: onExpired } = Promise.withResolvers<void>();

  const measure = () => {
    if (startedAt !== undefined) longestMs = Math.max(longestMs, performance.now() - startedAt);
    return longestMs;
  };
  const deadline: PluginDeadline = {
    pause() {
      measure();
      startedAt = undefined;
      clearTimeout(timer);
    },
    restart() {
      deadline.pause();
      startedAt = performance.now();
      timer = setTimeout(onExpired, limitMs);
    },
    longestMs: measure,
    expired,
  };
  deadline.restart();
  return deadline;
}
