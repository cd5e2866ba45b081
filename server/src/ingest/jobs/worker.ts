import { createLease } from "../../platform/leases/leased-rows.ts";
import { createWorkLoop } from "../../platform/leases/work-loop.ts";
import { type Claim, claimJobs, hasDueJob, releaseAllJobs } from "./job-queries.ts";
import { createJobRunner } from "./job-runner.ts";
import type { JobDeps } from "./settle-jobs.ts";

/** Processes uploaded documents in the background. */
export interface Worker {
  /** Starts claiming jobs. */
  start(): Promise<void>;
  /** Makes the worker look for jobs now instead of at its next poll. */
  wake(): void;
  /** Claims no further jobs, and waits for the current ones. */
  stop(): Promise<void>;
}

/** Longest pause before another look at a job that another process was about to claim. */
const CONTENDED_MS = 20;
/**
 * How long new jobs gather while another claim runs. A claim of many short jobs costs little more than a claim of one, so
 * a stream of uploads must not be claimed a few at a time.
 */
const GATHER_MS = 150;

/** Creates the worker of this process. It runs `settings.concurrency` claims at a time; a claim may hold several short jobs. */
export function createWorker(
  deps: JobDeps & {
    /** True when no other process can hold a lease, so leases found at the start belong to a dead process. */
    readonly isOnlyProcess: boolean;
  },
): Worker {
  const { db, clock, events, settings, log } = deps;
  const run = createJobRunner(deps);

  async function claim(): Promise<Claim | undefined> {
    for (;;) {
      const lease = createLease(clock.now(), settings.leaseMs);
      const claimed = await claimJobs(db, events, lease);
      if (claimed || loop.isStopping || !(await hasDueJob(db, lease.now))) return claimed;
      await Bun.sleep(Math.random() * CONTENDED_MS);
    }
  }

  let running = 0;

  const loop = createWorkLoop({
    concurrency: settings.concurrency,
    async turn() {
      if (running > 0) await Bun.sleep(GATHER_MS);
      running += 1;
      try {
        const claimed = await claim();
        if (claimed) await run(claimed);
        return claimed !== undefined;
      } finally {
        running -= 1;
      }
    },
    onError: (error) => log.error("Could not claim or settle a job", error),
  });

  return {
    async start() {
      if (deps.isOnlyProcess) await releaseAllJobs(db, new Date(clock.now()));
      loop.start();
    },
    wake: loop.wake,
    stop: loop.stop,
  };
}
