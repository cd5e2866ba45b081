import { QuarryError } from "@quarry/core";

/** Limits concurrent work that holds much memory. */
export interface Slots {
  /** @throws QuarryError `unavailable` if the organization or the process has no free slot. */
  require(orgId: string): void;
  /**
   * Runs a task that occupies a slot until it ends.
   * @throws QuarryError as `require`, and the task's own errors.
   */
  run<Result>(orgId: string, task: () => Promise<Result>): Promise<Result>;
  /** Wraps a stream so that it occupies a slot while it is read. A stream that is never read occupies none. */
  stream<Piece>(orgId: string, pieces: AsyncIterable<Piece>): AsyncGenerator<Piece>;
}

/** How many slots there are in this process. */
export interface SlotCounts {
  readonly all: number;
  readonly ofOrganization: number;
}

/**
 * Creates slots for this process.
 * @param kind What takes them, e.g. "imports", for messages.
 */
export function createSlots(
  kind: string,
  { all: total, ofOrganization: perOrganization }: SlotCounts,
  retryAfterMs: number,
): Slots {
  const taken = new Map<string, number>();

  function require(orgId: string): void {
    const ofOrganization = taken.get(orgId) ?? 0;
    const all = [...taken.values()].reduce((sum, count) => sum + count, 0);
    // Not 429, because clients then delay all their calls, and only this one has to wait.
    if (ofOrganization >= perOrganization)
      throw new QuarryError(
        "unavailable",
        `Your organization already has ${ofOrganization} ${kind} in progress, the maximum. Try again when one has finished.`,
        { retryAfterMs },
      );
    if (all >= total)
      throw new QuarryError("unavailable", `Too many ${kind} are in progress. Try again later.`, {
        retryAfterMs,
      });
  }

  function enter(orgId: string): void {
    taken.set(orgId, (taken.get(orgId) ?? 0) + 1);
  }

  function leave(orgId: string): void {
    const left = (taken.get(orgId) ?? 1) - 1;
    if (left > 0) taken.set(orgId, left);
    else taken.delete(orgId);
  }

  return {
    require,
    async run(orgId, task) {
      require(orgId);
      enter(orgId);
      try {
        return await task();
      } finally {
        leave(orgId);
      }
    },
    async *stream(orgId, pieces) {
      enter(orgId);
      try {
        yield* pieces;
      } finally {
        leave(orgId);
      }
    },
  };
}
