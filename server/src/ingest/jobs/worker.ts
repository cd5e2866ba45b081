import { type Claim, claimJobs, hasDueJob, releaseAllLeases } from "./job-queries.ts";
import { createJobRunner } from "./job-runner.ts";
import type { JobDeps } from "./settle-jobs.ts";

/** Processes uploaded documents in the background. */
export interface Worker {
  /** Starts taking jobs. */
  start(): Promise<void>;
  /** Says that there may be work, so that it does not wait for the next look. */
  wake(): void;
  /** Stops taking jobs and waits for those in hand. */
  stop(): Promise<void>;
}

const POLL_MS = 1000;
/** Before another look at a job that somebody else was just about to take. */
const CONTENDED_MS = 20;

/** Creates the worker of this process; it does `settings.concurrency` jobs at a time, short ones several as one. */
export function createWorker(
  deps: JobDeps & {
    /** True when no other process can hold a lease, so that leases found at start are a dead process's. */
    readonly isOnlyProcess: boolean;
  },
): Worker {
  const { db, clock, events, settings, log } = deps;
  const run = createJobRunner(deps);
  const sleepers = new Set<() => void>();
  let running: Promise<unknown> | undefined;
  let stopping = false;

  async function claim(): Promise<Claim | undefined> {
    const leaseToken = crypto.randomUUID();
    for (;;) {
      const now = new Date(clock.now());
      const claimed = await claimJobs(db, events, { now, leaseMs: settings.leaseMs, leaseToken });
      if (claimed || stopping || !(await hasDueJob(db, now))) return claimed;
      await Bun.sleep(Math.random() * CONTENDED_MS);
    }
  }

  async function loop(): Promise<void> {
    while (!stopping) {
      // Whoever wakes it while it looks for a job may mean one that it did not see.
      const { promise: woken, resolve: wake } = Promise.withResolvers<void>();
      sleepers.add(wake);
      const pause = () => Promise.race([woken, Bun.sleep(POLL_MS)]);
      try {
        const claimed = await claim();
        if (claimed) await run(claimed);
        else await pause();
      } catch (error) {
        log.error("the worker could not take or settle a job", error);
        await pause();
      } finally {
        sleepers.delete(wake);
      }
    }
  }

  const wakeAll = () => {
    for (const wake of sleepers) wake();
  };

  return {
    async start() {
      if (deps.isOnlyProcess) await releaseAllLeases(db, new Date(clock.now()));
      running = Promise.all(Array.from({ length: settings.concurrency }, loop));
    },
    wake: wakeAll,
    async stop() {
      stopping = true;
      wakeAll();
      await running;
    },
  };
}
