import type { VectorQuery } from "@quarry/core";

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
export function createScopeSizes(now: () => number = Date.now): ScopeSizes {
  const entries = new Map<string, { readonly isLarge: boolean; readonly until: number }>();
  return {
    isLarge(key) {
      const entry = entries.get(key);
      return entry && entry.until > now() ? entry.isLarge : undefined;
    },
    remember(key, isLarge) {
      entries.delete(key);
      entries.set(key, { isLarge, until: now() + LIFETIME_MS });
      const [oldest] = entries.keys();
      if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest);
    },
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
