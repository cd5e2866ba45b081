import { QuarryError } from "@quarry/core";
import pLimit, { type LimitFunction } from "p-limit";

/** Refuses uploads when more of them are in progress than the process can hold. */
export interface UploadAdmission {
  /**
   * Counts an upload, before its body is read.
   * @param bytes What it holds in memory: the length of a JSON body, 0 of one that is read as a stream.
   * @returns Ends it; call it once.
   * @throws QuarryError `unavailable` with `retryAfterMs`.
   */
  enter(orgId: string, bytes: number): () => void;
  /** Runs the work on an upload: some of an organization at a time, the others in their order. */
  run<Result>(orgId: string, work: () => Promise<Result>): Promise<Result>;
}

/** Uploads in progress, of all organizations. */
const MAX_UPLOADS = 400;
/** Uploads of an organization that are read, embedded and written at the same time. */
const WORKING = 16;
const RETRY_AFTER_MS = 1000;

/** What an organization uses now. */
interface Use {
  uploads: number;
  bytes: number;
  readonly limit: LimitFunction;
}

/**
 * Creates the admission of uploads of a process. One organization may use all of the room. When it is full, organizations that use
 * less than their part of it still get in, so that the flood of one does not keep the others out.
 * @param maxBytes How much all bodies together may hold in memory.
 */
export function createUploadAdmission(maxBytes: number): UploadAdmission {
  const uses = new Map<string, Use>();
  const all = { uploads: 0, bytes: 0 };

  function useOf(orgId: string): Use {
    let use = uses.get(orgId);
    if (!use) {
      use = { uploads: 0, bytes: 0, limit: pLimit(WORKING) };
      uses.set(orgId, use);
    }
    return use;
  }

  function forget(orgId: string, { uploads, limit }: Use): void {
    if (uploads + limit.activeCount + limit.pendingCount === 0) uses.delete(orgId);
  }

  const sharers = () => [...uses.values()].filter(({ uploads }) => uploads > 0).length;

  const fits = (own: number, total: number, more: number, max: number) =>
    total + more <= max || own + more <= max / sharers();

  return {
    enter(orgId, bytes) {
      const use = useOf(orgId);
      const hasPlace = fits(use.uploads, all.uploads, 1, MAX_UPLOADS);
      const hasMemory = bytes === 0 || fits(use.bytes, all.bytes, bytes, maxBytes);
      const hasRoom = use.uploads === 0 || (hasPlace && hasMemory);
      if (!hasRoom) throw TOO_MANY;
      for (const count of [use, all]) {
        count.uploads += 1;
        count.bytes += bytes;
      }
      return () => {
        for (const count of [use, all]) {
          count.uploads -= 1;
          count.bytes -= bytes;
        }
        forget(orgId, use);
      };
    },

    async run(orgId, work) {
      const use = useOf(orgId);
      // The tools of assistants do not pass the door of uploads.
      if (use.limit.pendingCount >= MAX_UPLOADS) throw TOO_MANY;
      try {
        return await use.limit(work);
      } finally {
        forget(orgId, use);
      }
    },
  };
}

/** One error for all refusals. */
const TOO_MANY = new QuarryError(
  "unavailable",
  "Your organization sends more documents at once than this server can take now. Wait for the time in Retry-After, then send it again.",
  { retryAfterMs: RETRY_AFTER_MS },
);
