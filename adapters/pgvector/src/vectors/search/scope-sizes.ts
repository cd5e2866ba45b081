import type { VectorQuery } from "@quarry/core";
import { LRUCache } from "lru-cache";

/**
 * How to search a scope: `exact` when few records match, `part` of an index when more match than an exact search should
 * read, `whole` when nearly all records of the index match.
 */
export type Way = "exact" | "part" | "whole";

/** Caches for five minutes how scopes are searched. A stale entry costs time or a little recall: all ways return full results. */
export interface ScopeSizes {
  /** Undefined when unknown. */
  wayOf(key: string): Way | undefined;
  remember(key: string, way: Way): void;
}

const LIFETIME_MS = 5 * 60_000;
const MAX_ENTRIES = 1000;

/** Creates an empty cache. */
export function createScopeSizes(): ScopeSizes {
  const entries = new LRUCache<string, Way>({ max: MAX_ENTRIES, ttl: LIFETIME_MS });
  return {
    wayOf: (key) => entries.get(key),
    remember: (key, way) => void entries.set(key, way),
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
