import type { Filter, VectorHit, VectorQuery } from "@quarry/core";
import type { Rows, Run } from "../../sql/sql-executor.ts";
import { DEFAULT_EXACT_UP_TO } from "../indexes/index-definition.ts";
import type { IndexKeeper, UsableIndex } from "../indexes/index-keeper.ts";
import { createScopeSizes, sizeKey } from "./scope-sizes.ts";
import { boundedExactSql, exactSql, type IndexWalk, nearestSql } from "./search-sql.ts";

/**
 * Visiting a record through the index costs as much as comparing about twenty in a scan. The rest of the factor
 * favours exact search, because an index scan misses most where few records match.
 */
const VISIT_COST = 50;
/** Limits of `ef_search`; 1000 is pgvector's own. */
const BREADTH = { least: 100, most: 1000 };
/** Limits of `max_scan_tuples`; a lower minimum would cost recall, because a scan then returns what it has. */
const VISITED = { least: 20_000, most: 200_000 };

/**
 * Creates the search: through an index where there is one and enough records match, otherwise exact. A query that the
 * index cannot answer in full is repeated exactly.
 */
export function createSearch(
  runFor: (filter: Filter | undefined) => Run,
  indexes: IndexKeeper | undefined,
  exactUpTo: number | undefined,
): (query: VectorQuery) => Promise<VectorHit[]> {
  const sizes = createScopeSizes();

  async function searchIndexed(run: Run, query: VectorQuery, index: UsableIndex): Promise<Rows> {
    const limit = exactUpTo ?? exactLimit(query.topK, index.size);
    const key = sizeKey(query);
    let isLarge = sizes.isLarge(key);
    if (isLarge === undefined) {
      const rows = await run(boundedExactSql(query, limit));
      isLarge = rows[0]?.is_large === true;
      sizes.remember(key, isLarge);
      if (!isLarge) return rows;
    }
    if (isLarge) {
      const rows = await run(nearestSql(query, index, walkFor(query.topK, index.size, limit)));
      if (rows.length === query.topK) return rows;
      // Too few records passed, or they are too far from the query vector.
      sizes.remember(key, false);
    }
    return run(exactSql(query));
  }

  return async (query) => {
    const { model, vector } = query;
    if (vector.every((value) => value === 0)) return [];
    indexes?.used(model, vector.length, 0);
    const index = indexes?.usable(model, vector.length);
    const run = runFor(query.filter);
    return (index ? await searchIndexed(run, query, index) : await run(exactSql(query))).map(toHit);
  };
}

/**
 * Candidates to take from the index. Where not all records match, a scan continues from what it has seen, and later
 * finds may be better than earlier ones. For a small topK there is little to miss; for 100, six times as many raise
 * the recall from 0.93 to 0.98. It also corrects the order of half-precision indexes.
 */
function candidatesFor(topK: number): number {
  return Math.max(2 * topK + 10, 6 * topK - 30);
}

/**
 * Number of matches up to which an exact search is faster: it compares n vectors, a scan visits candidates * size /
 * n.
 */
function exactLimit(topK: number, size: number): number {
  return Math.ceil(Math.max(DEFAULT_EXACT_UP_TO, Math.sqrt(VISIT_COST * candidatesFor(topK) * size)));
}

function walkFor(topK: number, size: number, matches: number): IndexWalk {
  const candidates = candidatesFor(topK);
  return {
    candidates,
    breadth: clamp((candidates * 5) / 3, BREADTH),
    maxVisited: clamp((20 * candidates * size) / matches, VISITED),
  };
}

function clamp(value: number, { least, most }: { least: number; most: number }): number {
  return Math.ceil(Math.min(Math.max(value, least), most));
}

function toHit(row: Record<string, unknown>): VectorHit {
  return {
    id: String(row.id),
    spaceId: String(row.space_id),
    documentId: String(row.document_id),
    score: 1 - Number(row.distance),
  };
}
