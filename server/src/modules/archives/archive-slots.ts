import { QuarryError } from "@quarry/core";

/** Bounds how many imports, or exports, go on at the same time: each may have a whole document in memory. */
export interface ArchiveRoom {
  /** @throws QuarryError `unavailable` when there is no room for one more of this organization. */
  require(orgId: string): void;
  /**
   * Runs a task that takes a place until it ends.
   * @throws QuarryError as `require` does; and whatever the task throws.
   */
  run<Result>(orgId: string, task: () => Promise<Result>): Promise<Result>;
  /** A stream that takes a place from its first piece on, so that one that is never read takes none. */
  stream<Piece>(orgId: string, pieces: AsyncIterable<Piece>): AsyncGenerator<Piece>;
}

const RETRY_AFTER_MS = 30_000;

/** Creates room for so many of a kind in this process, and for so many of each organization. */
export function createArchiveRoom(kind: string, places: number, placesOfOrganization: number): ArchiveRoom {
  const taken = new Map<string, number>();

  function require(orgId: string): void {
    const ofOrganization = taken.get(orgId) ?? 0;
    const all = [...taken.values()].reduce((sum, count) => sum + count, 0);
    // Not 429, on which clients let all their calls wait: nothing but this one has to.
    if (ofOrganization >= placesOfOrganization)
      throw new QuarryError(
        "unavailable",
        `Your organization has ${ofOrganization} ${kind} under way, the most there may be. Try again when one has ended.`,
        { retryAfterMs: RETRY_AFTER_MS },
      );
    if (all >= places)
      throw new QuarryError("unavailable", `Too many ${kind} are under way. Try again later.`, {
        retryAfterMs: RETRY_AFTER_MS,
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
