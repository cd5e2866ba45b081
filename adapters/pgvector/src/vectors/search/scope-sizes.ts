import type { VectorQuery } from "@quarry/core";
import { LRUCache } from "lru-cache";

/**
 * Caches for five minutes which queries have more matches than an exact search should read. A stale entry costs time
 * only: both ways return full results.
 */
export interface ScopeSizes {
  /** Undefined when unknown. */
  isLarge(key: string): boolean | undefined;
  remember(key: string, isLarge: boolean): void;
}

const LIFETIME_MS = 5 * 60_000;
const MAX_ENTRIES = 1000;

/** Creates an empty cache. */
export function createScopeSizes(): ScopeSizes {
  const entries = new LRUCache<string, boolean>({ max: MAX_ENTRIES, ttl: LIFETIME_MS });
  return {
    isLarge: (key) => entries.get(key),
    remember: (key, isLarge) => void entries.set(key, isLarge),
  };
}

/**
 * Cache key: everything that determines the number of matches and the point where exact search stops being faster.
 */
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
