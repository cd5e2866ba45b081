import type { Filter, StopSignal, VectorHit, VectorQuery } from "@quarry/core";
import type { Rows, Run } from "../../sql/sql-executor.ts";
import { DEFAULT_EXACT_UP_TO } from "../indexes/index-definition.ts";
import type { IndexKeeper, UsableIndex } from "../indexes/index-keeper.ts";
import { exactLimit, isWhole, partWalk, wholeWalk } from "./index-walk.ts";
import { createScopeSizes, sizeKey } from "./scope-sizes.ts";
import { boundedExactSql, countSql, exactSql, nearestSql } from "./search-sql.ts";

/**
 * Creates the search: through an index where there is one and enough records match, otherwise exact. A query that the
 * index cannot answer in full is repeated exactly.
 */
export function createSearch(
  runFor: (filter: Filter | undefined, signal: StopSignal | undefined) => Run,
  indexes: IndexKeeper | undefined,
  exactUpTo: number | undefined,
): (query: VectorQuery) => Promise<VectorHit[]> {
  const sizes = createScopeSizes();

  async function searchIndexed(run: Run, query: VectorQuery, index: UsableIndex): Promise<Rows> {
    const { scope, topK, filter } = query;
    const limit = exactUpTo ?? exactLimit(topK, index.size);
    const key = sizeKey(query);
    let way = sizes.wayOf(key);
    if (way === undefined && !filter && !scope.documentIds) {
      // Counting whole spaces reads an index only; counting what passes a filter would read every record.
      const [row] = await run(countSql(query));
      const matches = Number(row?.total);
      if (isWhole(matches, index.size) && matches > (exactUpTo ?? DEFAULT_EXACT_UP_TO)) way = "whole";
      else way = matches > limit ? "part" : "exact";
      sizes.remember(key, way);
    } else if (way === undefined) {
      const rows = await run(boundedExactSql(query, limit));
      way = rows[0]?.is_large === true ? "part" : "exact";
      sizes.remember(key, way);
      if (way === "exact") return rows;
    }
    if (way !== "exact") {
      const walk = way === "whole" ? wholeWalk(topK) : partWalk(topK, index.size, limit);
      const rows = await run(nearestSql(query, index, walk));
      if (rows.length === topK) return rows;
      // Too few records passed, or they are too far from the query vector.
      sizes.remember(key, "exact");
    }
    return run(exactSql(query));
  }

  return async (query) => {
    const { model, vector } = query;
    if (vector.every((value) => value === 0)) return [];
    indexes?.used(model, vector.length, 0);
    const index = indexes?.usable(model, vector.length);
    const run = runFor(query.filter, query.signal);
    return (index ? await searchIndexed(run, query, index) : await run(exactSql(query))).map(toHit);
  };
}

function toHit(row: Record<string, unknown>): VectorHit {
  return {
    id: String(row.id),
    spaceId: String(row.space_id),
    documentId: String(row.document_id),
    score: 1 - Number(row.distance),
  };
}
