import { createYieldToEventLoop } from "@quarry/core";
import type { Transact } from "../../sql/transactions.ts";
import { openSpaces } from "../spaces/space-view.ts";
import { claimMerge } from "../storage/locks.ts";
import { SegmentGone } from "../storage/segment-gone.ts";
import type { SegmentReader } from "../storage/segment-reader.ts";
import { type MergePolicy, planMerge } from "./merge-plan.ts";
import { mergeSegments } from "./merge-segments.ts";

/** Merges segments in the background, one space at a time. */
export interface Merger {
  /** Looks after a space soon. */
  note(orgId: string, spaceId: string): void;
  /** Looks after every space that was noted, now; resolves when nothing is left to do. */
  settle(): Promise<void>;
  /** Gives the merge in hand up, which leaves all as it was, and begins no other. */
  close(): Promise<void>;
}

/** Rolls back the merge in hand. */
class Stopped extends Error {}

/** After a write, so that those of a caller's own transaction are there, and several are looked at together. */
const DELAY_MS = 200;

/**
 * Makes a merger.
 * @param isAutomatic False when only `settle` is to merge. @param onProblem Told of what went wrong in the background.
 */
export function createMerger(options: {
  readonly transact: Transact;
  readonly reader: SegmentReader;
  readonly policy: MergePolicy;
  readonly isAutomatic: boolean;
  readonly onProblem: (error: unknown) => void;
}): Merger {
  const { transact, reader, policy, isAutomatic, onProblem } = options;
  const noted = new Map<string, { readonly orgId: string; readonly spaceId: string }>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let isClosed = false;

  const yieldTurn = createYieldToEventLoop();
  const yieldToEventLoop = async () => {
    if (isClosed) throw new Stopped();
    await yieldTurn();
  };

  /** One merge; false when there is nothing to merge, or another process is at it. */
  async function step(orgId: string, spaceId: string): Promise<boolean> {
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
    for (const [name, { orgId, spaceId }] of noted) {
      noted.delete(name);
      try {
        while (!isClosed && (await step(orgId, spaceId)));
      } catch (error) {
        // A space that is deleted meanwhile needs no merging.
        if (!(error instanceof SegmentGone || error instanceof Stopped)) onProblem(error);
      }
      if (isClosed) return;
    }
  }

  function start(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  }

  return {
    note(orgId, spaceId) {
      if (isClosed) return;
      noted.set(JSON.stringify([orgId, spaceId]), { orgId, spaceId });
      if (!isAutomatic) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        start();
      }, DELAY_MS);
    },
    async settle() {
      while (running || noted.size > 0) await start();
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await running;
      noted.clear();
    },
  };
}
