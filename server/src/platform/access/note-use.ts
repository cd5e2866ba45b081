import type { Clock } from "@quarry/core";
import { LRUCache } from "lru-cache";

/** Minimum time between two writes for one credential, so that not every read causes a write. */
const WRITE_EVERY_MS = 60_000;
const ENTRIES = 10_000;

/** What a person or program uses, with when it was last used. */
export interface UsedRow {
  readonly id: string;
  readonly lastUsedAt: Date | null;
}

/**
 * Creates a function that notes the use of a credential, at most once a minute. It does not wait for `write`: a failure only
 * leaves `lastUsedAt` stale.
 */
export function createNoteUse<Row extends UsedRow>(
  clock: Clock,
  write: (row: Row, lastUsedAt: Date) => Promise<unknown>,
): (row: Row) => void {
  const noted = new LRUCache<string, number>({ max: ENTRIES });
  return (row) => {
    const now = clock.now();
    if (now - Math.max(noted.get(row.id) ?? 0, row.lastUsedAt?.getTime() ?? 0) < WRITE_EVERY_MS) return;
    noted.set(row.id, now);
    write(row, new Date(now)).catch(() => void noted.delete(row.id));
  };
}
