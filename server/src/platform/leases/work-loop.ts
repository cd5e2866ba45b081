/** Works off a queue in the background: polls it, and looks again immediately when it is woken. */
export interface WorkLoop {
  start(): void;
  /** Ends the pause: there may be new work. */
  wake(): void;
  /** True once `stop` has been called. */
  readonly isStopping: boolean;
  /** Starts no further turn, and waits for the current ones to end. */
  stop(): Promise<void>;
}

const POLL_MS = 1000;

/**
 * Creates a loop, which does nothing until it is started.
 * @param deps.turn Claims and does some work. Returns true when there may be more, so that the next turn follows
 * without a pause.
 * @param deps.onError Receives the error of a turn that failed. A pause follows.
 * @param deps.concurrency Turns that run at the same time.
 */
export function createWorkLoop(deps: {
  readonly turn: () => Promise<boolean>;
  readonly onError: (error: unknown) => void;
  readonly concurrency?: number;
}): WorkLoop {
  const { turn, onError, concurrency = 1 } = deps;
  const sleepers = new Set<() => void>();
  let running: Promise<unknown> | undefined;
  let isStopping = false;

  const wake = () => {
    for (const wakeOne of sleepers) wakeOne();
  };

  async function loop(): Promise<void> {
    while (!isStopping) {
      // Registered before the turn: work that arrives while the turn looks for some must not wait for the next poll.
      const { promise: woken, resolve } = Promise.withResolvers<void>();
      sleepers.add(resolve);
      const hasMore = await turn().catch((error: unknown) => {
        onError(error);
        return false;
      });
      if (!hasMore) await Promise.race([woken, Bun.sleep(POLL_MS)]);
      sleepers.delete(resolve);
    }
  }

  return {
    start() {
      running = Promise.all(Array.from({ length: concurrency }, loop));
    },
    wake,
    get isStopping() {
      return isStopping;
    },
    async stop() {
      isStopping = true;
      wake();
      await running;
    },
  };
}
