import { QuarryError } from "@quarry/core";
import pLimit, { type LimitFunction } from "p-limit";

/** Refuses uploads and large bodies when more of them are in progress than the process can hold. */
export interface UploadAdmission {
  /**
   * Counts an upload, before its body is read.
   * @param bytes What it holds in memory: the length of a JSON body, what is kept of one that is read as a stream.
   * @returns Ends it; call it once.
   * @throws QuarryError `unavailable` with `retryAfterMs`.
   */
  enter(orgId: string, bytes: number): () => void;
  /** As `enter`, of a body that is no upload: only its memory counts. */
  hold(orgId: string, bytes: number): () => void;
  /** Runs the work on an upload: some of an organization at a time, the others in their order. */
  run<Result>(orgId: string, work: () => Promise<Result>): Promise<Result>;
}

/** Uploads in progress, of all organizations. */
const MAX_UPLOADS = 400;
/** All bodies may hold so many times what one organization may, so that the floods of several are bounded too. */
const FULL = 2;
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
 * less than their part of it still get in, up to twice the room, so that the flood of one does not keep the others out.
 * @param maxBytes How much the bodies of an organization may hold in memory; all bodies hold at most twice as much.
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

  function forget(orgId: string, { uploads, bytes, limit }: Use): void {
    if (uploads + bytes + limit.activeCount + limit.pendingCount === 0) uses.delete(orgId);
  }

  const sharers = () => [...uses.values()].filter(({ uploads, bytes }) => uploads + bytes > 0).length;

  const fits = (own: number, total: number, more: number, max: number) =>
    total + more <= max || own + more <= max / sharers();

  function count(orgId: string, uploads: 0 | 1, bytes: number): () => void {
    const use = useOf(orgId);
    const isFirst = use.uploads + use.bytes === 0;
    const hasPlace = uploads === 0 || isFirst || fits(use.uploads, all.uploads, uploads, MAX_UPLOADS);
    const hasShare = isFirst || fits(use.bytes, all.bytes, bytes, maxBytes);
    const hasMemory = bytes === 0 || (hasShare && all.bytes + bytes <= FULL * maxBytes);
    if (!hasPlace || !hasMemory) {
      forget(orgId, use);
      throw TOO_MANY;
    }
    for (const counted of [use, all]) {
      counted.uploads += uploads;
      counted.bytes += bytes;
    }
    return () => {
      for (const counted of [use, all]) {
        counted.uploads -= uploads;
        counted.bytes -= bytes;
      }
      forget(orgId, use);
    };
  }

  return {
    enter: (orgId, bytes) => count(orgId, 1, bytes),
    hold: (orgId, bytes) => count(orgId, 0, bytes),

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
  "More data arrives at once than this server can take now. Wait for the time in Retry-After, then send it again.",
  { retryAfterMs: RETRY_AFTER_MS },
);
