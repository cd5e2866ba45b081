import { type Filter, type FusedHit, invalidField, matchesFilter, parseFilter } from "@quarry/core";
import {
  type Degraded,
  LIMITS,
  type QueryBody,
  type QueryResponse,
  type ResultItem,
  type SpaceGroup,
} from "@quarry/schema";
import type { Database } from "../../database/database.ts";
import { findSpaces, type SpaceRow } from "../spaces/queries.ts";
import { spaceNotFound } from "../spaces/service.ts";
import { explainQuery } from "./explain.ts";
import { findLiveChunks, type LiveChunk } from "./queries.ts";
import { bothDegraded, cutResults, type RerankedResults, type Reranking } from "./rerank.ts";
import type { SearchIndexes } from "./search.ts";

/** Answers questions with ranked passages. */
export interface QueryService {
  /** @param vectorWeight In place of the spaces' own, to try out what another would bring. */
  query(orgId: string, body: QueryBody, vectorWeight?: number): Promise<QueryResponse>;
}

/** Each leg brings at least this many hits, so that the merge has what to choose from. */
const MIN_DEPTH = 100;
const DEPTH_FACTOR = 3;
const MAX_ROUNDS = 4;

/** Creates the query service. `ready` resolves when the indexes hold what the database holds. */
export function createQueryService(deps: {
  readonly db: Database;
  readonly search: SearchIndexes;
  readonly reranking: Reranking;
  readonly ready: Promise<void>;
}): QueryService {
  const { db, search, reranking, ready } = deps;

  return {
    async query(orgId, body, vectorWeight) {
      const topK = readTopK(body);
      const candidates = reranking.candidatesOf(body.rerank);
      const limits = { topK, candidates, maxPerDocument: body.maxPerDocument ?? topK };
      const filter = parseFilter(body.metadata, body.filter);
      const spaces = await namedSpaces(db, orgId, body.spaceIds);
      await ready;

      const mode = body.mode ?? "hybrid";
      const vectorWeights = weightsOf(spaces, vectorWeight);
      const spaceIds = spaces.map(({ id }) => id);
      const base = { orgId, spaceIds, question: body.query, mode, filter, vectorWeights };
      let results: ResultItem[] = [];
      let degraded: Degraded | undefined;
      const wanted = Math.max(topK, candidates);
      for (let round = 1, depth = Math.max(MIN_DEPTH, wanted * DEPTH_FACTOR); ; round += 1, depth *= 4) {
        const found = await search({ ...base, depth });
        degraded = found.degraded;
        const passing = found.hits.filter((hit) => hit.similarity >= (body.threshold ?? 0));
        const live = await hydrate(db, orgId, passing, { ...limits, filter });
        results = live.results;
        // Hits that are no longer live leave room: look deeper until topK are found or there are no more.
        const exhausted = !found.mayHaveMore || passing.length < found.hits.length;
        if (live.isFull || exhausted || round >= MAX_ROUNDS) break;
      }
      let reranked: RerankedResults | undefined;
      if (candidates > 0) {
        reranked = await reranking.rerank(body.query, results, candidates);
        results = cutResults(reranked.results, limits);
      }
      const troubles = bothDegraded(degraded, reranked?.degraded);
      return {
        results,
        totalResults: results.length,
        ...(body.groupBySpace ? { groupedBySpace: groupBySpace(spaces, results) } : {}),
        ...(body.explain ? { reasoning: explainQuery({ spaces, mode, degraded, results, reranked }) } : {}),
        ...(reranked?.reranked ? { reranked: reranked.reranked } : {}),
        ...(troubles ? { degraded: troubles } : {}),
      };
    },
  };
}

function readTopK({ topK, limit }: QueryBody): number {
  if (topK !== undefined && limit !== undefined && topK !== limit)
    throw invalidField("/limit", "means the same as topK and must not differ from it");
  return topK ?? limit ?? LIMITS.topKDefault;
}

/** The vector leg's weight in each space that has one of its own. */
function weightsOf(spaces: readonly SpaceRow[], tried: number | undefined): ReadonlyMap<string, number> {
  return new Map(
    spaces.flatMap(({ id, vectorWeight }): [string, number][] => {
      const weight = tried ?? vectorWeight;
      return weight === null ? [] : [[id, weight]];
    }),
  );
}

async function namedSpaces(db: Database, orgId: string, spaceIds: string | string[]): Promise<SpaceRow[]> {
  const names = [...new Set(typeof spaceIds === "string" ? [spaceIds] : spaceIds)];
  const byName = new Map<string, SpaceRow>();
  for (const row of await findSpaces(db, orgId, names)) byName.set(row.id, row).set(row.slug, row);
  const found = names.map((name) => {
    const row = byName.get(name);
    if (!row || row.isArchived) throw spaceNotFound(name);
    return row;
  });
  return [...new Set(found)];
}

/** Hits that may be shown. */
interface LiveResults {
  readonly results: ResultItem[];
  /** False when more were wanted than the hits gave. */
  readonly isFull: boolean;
}

/**
 * The first hits that are live and pass the filter as their documents are now: `topK`, at most `maxPerDocument` of one
 * document; and the first `candidates`, of whatever documents.
 */
async function hydrate(
  db: Database,
  orgId: string,
  hits: readonly FusedHit[],
  limits: { topK: number; candidates: number; maxPerDocument: number; filter: Filter | undefined },
): Promise<LiveResults> {
  const { topK, candidates, maxPerDocument, filter } = limits;
  const results: ResultItem[] = [];
  const perDocument = new Map<string, number>();
  let counted = 0;
  const isFull = () => counted >= topK && results.length >= candidates;
  const pageSize = Math.max(topK, candidates);
  for (let start = 0; start < hits.length && !isFull(); start += pageSize) {
    const page = hits.slice(start, start + pageSize);
    const live = await findLiveChunks(
      db,
      orgId,
      page.map((hit) => hit.id),
    );
    for (const hit of page) {
      const chunk = live.get(hit.id);
      const count = (perDocument.get(hit.documentId) ?? 0) + 1;
      const isCrowded = count > maxPerDocument;
      if (!chunk || isFull() || (isCrowded && results.length >= candidates)) continue;
      if (filter && !matchesFilter(chunk.document.metadata, filter)) continue;
      perDocument.set(hit.documentId, count);
      if (!isCrowded) counted += 1;
      results.push(toResult(hit, chunk));
    }
  }
  return { results, isFull: isFull() };
}

function toResult(
  hit: FusedHit,
  { id, content, chunkIndex, metadata, document, space }: LiveChunk,
): ResultItem {
  return {
    chunk: { id, content, chunkIndex },
    document,
    space,
    similarity: hit.similarity,
    scores: { lexical: hit.lexical, vector: hit.vector },
    metadata,
  };
}

function groupBySpace(
  spaces: readonly SpaceRow[],
  results: readonly ResultItem[],
): Record<string, SpaceGroup> {
  return Object.fromEntries(
    spaces.map(({ id, name, description }) => {
      const chunks = results.filter((result) => result.space.id === id);
      return [id, { space: { id, name, description }, chunks, totalMatches: chunks.length }];
    }),
  );
}
