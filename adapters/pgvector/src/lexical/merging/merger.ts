import { AsyncLocalStorage } from "node:async_hooks";
import { createYieldToEventLoop } from "@quarry/core/internal";
import type { Transact } from "../../sql/transactions.ts";
import { openSpaces } from "../spaces/open-spaces.ts";
import { claimMerge } from "../storage/locks.ts";
import { SegmentGone } from "../storage/segment-gone.ts";
import type { SegmentReader } from "../storage/segment-reader.ts";
import { type MergePolicy, planMerge } from "./merge-plan.ts";
import { mergeSegments } from "./merge-segments.ts";

/** Merges segments in the background, one space at a time. */
export interface Merger {
  /** Schedules a check of a space. */
  schedule(orgId: string, spaceId: string): void;
  /** Checks every scheduled space now; resolves when nothing is left to merge. */
  settle(): Promise<void>;
  /** Cancels the running merge, which rolls back, and starts no other. */
  close(): Promise<void>;
}

/** Thrown to roll back the running merge. */
class MergeCancelled extends Error {}

/**
 * Delay after a write, so that writes in a caller's own transaction have committed and several are checked together.
 */
const DELAY_MS = 200;
/** A space that was not written for so long is merged further. */
const QUIET_MS = 3000;

interface Scheduled {
  readonly orgId: string;
  readonly spaceId: string;
  readonly policy: MergePolicy;
}

/**
 * Creates a merger.
 * @param isAutomatic False to merge only on `settle`.
 * @param onProblem Called with errors of background merges.
 */
export function createMerger(options: {
  readonly transact: Transact;
  readonly reader: SegmentReader;
  readonly policy: MergePolicy;
  readonly isAutomatic: boolean;
  readonly onProblem: (error: unknown) => void;
}): Merger {
  const { transact, reader, policy, isAutomatic, onProblem } = options;
  const scheduled = new Map<string, Scheduled>();
  /** Spaces that are to be merged further, and when each was last scheduled. */
  const busy = new Map<string, Scheduled & { readonly atMs: number }>();
  const quietPolicy = { ...policy, fanIn: policy.quietFanIn ?? policy.fanIn };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let quietTimer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let isClosed = false;
  // Merges do not belong to the search that schedules them: they go on when it is stopped.
  const inOwnContext = AsyncLocalStorage.snapshot();

  const yieldTurn = createYieldToEventLoop();
  const yieldToEventLoop = async () => {
    if (isClosed) throw new MergeCancelled();
    await yieldTurn();
  };

  /** Performs one merge; returns false when there is nothing to merge or another process is merging. */
  async function step({ orgId, spaceId, policy }: Scheduled): Promise<boolean> {
    return transact(async (run) => {
      if (!(await claimMerge(run, orgId, spaceId))) return false;
      const [view] = await openSpaces(run, reader, orgId, [spaceId]);
      const chosen = view ? planMerge(view, policy) : [];
      if (!view || chosen.length === 0) return false;
      const segments = chosen.flatMap((at) => view.segments[at] ?? []);
      await mergeSegments(run, view, segments, yieldToEventLoop);
      return true;
    });
  }

  async function work(): Promise<void> {
    for (const [name, space] of scheduled) {
      scheduled.delete(name);
      try {
        while (!isClosed && (await step(space)));
      } catch (error) {
        // A space deleted during the merge needs no merging.
        if (!(error instanceof SegmentGone || error instanceof MergeCancelled)) onProblem(error);
      }
      if (isClosed) return;
    }
  }

  function start(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    running ??= inOwnContext(work).finally(() => {
      running = undefined;
    });
    return running;
  }

  /** Schedules the spaces that were not written for a while, and looks again while there are others. */
  function watchBusy(): void {
    quietTimer ??= setTimeout(() => {
      quietTimer = undefined;
      for (const [name, { atMs, ...space }] of busy) {
        if (performance.now() - atMs < QUIET_MS) continue;
        busy.delete(name);
        scheduled.set(name, space);
      }
      if (scheduled.size > 0) start();
      if (busy.size > 0) watchBusy();
    }, QUIET_MS);
    quietTimer.unref();
  }

  return {
    schedule(orgId, spaceId) {
      if (isClosed) return;
      const name = JSON.stringify([orgId, spaceId]);
      scheduled.set(name, { orgId, spaceId, policy });
      if (!isAutomatic) return;
      busy.set(name, { orgId, spaceId, policy: quietPolicy, atMs: performance.now() });
      watchBusy();
      timer ??= setTimeout(() => {
        timer = undefined;
        start();
      }, DELAY_MS);
    },
    async settle() {
      while (running || scheduled.size > 0) await start();
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      clearTimeout(quietTimer);
      await running;
      scheduled.clear();
    },
  };
}
