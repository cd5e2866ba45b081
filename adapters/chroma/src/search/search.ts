import type { VectorHit, VectorQuery } from "@quarry/core";
import type { Connection } from "../client/connection.ts";
import type { OrgCollection } from "../collections/collections.ts";
import { best, matchingIds } from "./matching.ts";
import { createRounds, type Rounds } from "./rounds.ts";
import { toConditions } from "./where.ts";

/** Extra hits requested: the score after the last one reveals ties. */
const SLACK = 1;
/** Minimum candidates of the first request when not all of them may match. */
const MIN_CANDIDATES = 100;
/** Candidates of the second request. */
const SECOND_CANDIDATES = 2000;
/** Up to this many records are ranked in this process. */
const MAX_RANKED_HERE = 300;
/** Ids per request. */
const MAX_IDS = 10_000;

/**
 * Finds the nearest matching records by the cheapest of three steps that is sure of its result: the nearest of all
 * records, which suffices when most match; the nearest records that Chroma can select by their flat fields; and all
 * matching ids, ranked.
 */
export async function searchCollection(
  connection: Connection,
  collection: OrgCollection,
  query: VectorQuery,
): Promise<VectorHit[]> {
  const { scope, topK, filter } = query;
  const rounds = createRounds(connection, collection, query);
  const wanted = topK + SLACK;

  if (!scope.documentIds) {
    const found = await rounds.nearest({ count: filter ? Math.max(4 * wanted, MIN_CANDIDATES) : wanted });
    if (found.isSure) return [...found.hits];
  }

  let last: readonly VectorHit[] = [];
  const [where, ...others] = toConditions(scope, filter);
  if (others.length === 0)
    for (const count of [
      filter ? Math.max(2 * wanted, MIN_CANDIDATES) : wanted,
      Math.max(4 * wanted, SECOND_CANDIDATES),
    ]) {
      const found = await rounds.nearest({ count, where });
      if (found.isSure) return [...found.hits];
      last = found.hits;
      if (!found.hasMore) break;
    }

  const ids = await matchingIds(connection, collection, scope, filter);
  // These are all the matches, so their order is right, too.
  if (ids.length === last.length && hasAll(last, ids)) return [...last];
  const hits: VectorHit[] = [];
  for (let at = 0; at < ids.length; at += MAX_IDS)
    hits.push(...(await nearestOf(rounds, ids.slice(at, at + MAX_IDS), wanted)));
  return best(hits, topK);
}

async function nearestOf(
  rounds: Rounds,
  ids: readonly string[],
  wanted: number,
): Promise<readonly VectorHit[]> {
  for (const count of [wanted, SECOND_CANDIDATES]) {
    if (ids.length <= Math.max(count, MAX_RANKED_HERE)) break;
    const found = await rounds.nearest({ count, ids });
    if (found.isSure) return found.hits;
  }
  return rounds.exact(ids);
}

function hasAll(hits: readonly VectorHit[], ids: readonly string[]): boolean {
  const found = new Set(hits.map(({ id }) => id));
  return ids.every((id) => found.has(id));
}
