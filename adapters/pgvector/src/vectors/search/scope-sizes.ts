import type { VectorQuery } from "@quarry/core";
import { LRUCache } from "lru-cache";

/**
 * Remembers for a while which questions have more matches than an exact search should go through. A wrong memory
 * costs time only: both ways give full answers.
 */
export interface ScopeSizes {
  /** Undefined when it is not known. */
  isLarge(key: string): boolean | undefined;
  remember(key: string, isLarge: boolean): void;
}

const LIFETIME_MS = 5 * 60_000;
const MAX_ENTRIES = 1000;

/** Creates an empty memory. */
export function createScopeSizes(): ScopeSizes {
  const entries = new LRUCache<string, boolean>({ max: MAX_ENTRIES, ttl: LIFETIME_MS });
  return {
    isLarge: (key) => entries.get(key),
    remember: (key, isLarge) => void entries.set(key, isLarge),
  };
}

/** What decides how many matches a question has, and with how many an exact search stops being worth it. */
export function sizeKey({ scope, model, vector, topK, filter }: VectorQuery): string {
  return JSON.stringify([
    scope.orgId,
    scope.spaceIds.toSorted(),
    scope.documentIds?.toSorted(),
    filter,
    model,
    vector.length,
    topK,
  ]);
}
