import type { VectorHit, VectorQuery } from "@quarry/core";
import type { Connection } from "../client/connection.ts";
import type { OrgCollection } from "../collections/collections.ts";
import { best, matchingIds } from "./matching.ts";
import { createRounds, type Rounds } from "./rounds.ts";
import { narrowing } from "./where.ts";

/** Hits asked for beyond those wanted: the score after the last tells whether there are ties. */
const SLACK = 1;
/** Candidates of a first and a second try when not all of them may match. */
const SOME = 100;
const MANY = 2000;
/** As many are ranked exactly rather than by Chroma. */
const FEW = 300;
/** Ids in one request. */
const MAX_IDS = 10_000;

/**
 * The nearest records that match, by the cheapest way that is sure of them: the nearest of all, which will do when
 * most match; the nearest of those that Chroma can tell by their fields; and at last all ids that match, ranked.
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
    const found = await rounds.nearest({ count: filter ? Math.max(4 * wanted, SOME) : wanted });
    if (found.isSure) return [...found.hits];
  }

  let last: readonly VectorHit[] = [];
  const [where, ...others] = narrowing(scope, filter);
  if (others.length === 0)
    for (const count of [filter ? Math.max(2 * wanted, SOME) : wanted, Math.max(4 * wanted, MANY)]) {
      const found = await rounds.nearest({ count, where });
      if (found.isSure) return [...found.hits];
      last = found.hits;
      if (!found.hasMore) break;
    }

  const ids = await matchingIds(connection, collection, scope, filter);
  // These are all that there are, so they are in order, too.
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
  for (const count of [wanted, MANY]) {
    if (ids.length <= Math.max(count, FEW)) break;
    const found = await rounds.nearest({ count, ids });
    if (found.isSure) return found.hits;
  }
  return rounds.exact(ids);
}

function hasAll(hits: readonly VectorHit[], ids: readonly string[]): boolean {
  const found = new Set(hits.map(({ id }) => id));
  return ids.every((id) => found.has(id));
}
