import type { SearchScope, VectorHit, VectorQuery } from "@quarry/core";
import type { Where } from "chromadb";
import type { Connection } from "../client/connection.ts";
import type { OrgCollection } from "../collections/collections.ts";
import { placeOf, type StoredRow } from "../records/stored-record.ts";
import { bounded, normalised, similarity } from "../records/vectors.ts";
import { best, matcher } from "./matching.ts";

/**
 * One request for the nearest `count` records: of all, of the records that meet a condition, or of the given ids.
 */
export interface Round {
  readonly count: number;
  readonly where?: Where | undefined;
  readonly ids?: readonly string[];
}

/** The result of a round. */
export interface Found {
  /** The best matches found. */
  readonly hits: readonly VectorHit[];
  /** True when no other match can rank before or among these. */
  readonly isSure: boolean;
  /** False when a larger `count` would find nothing more. */
  readonly hasMore: boolean;
}

/** Ranks a collection's records for one query. */
export interface Rounds {
  nearest(round: Round): Promise<Found>;
  /** Ranks the records with these ids in this process. */
  exact(ids: readonly string[]): Promise<VectorHit[]>;
}

/** Vectors per request. */
const PAGE = 500;

/** Creates the rounds of a query. Every row is checked again, regardless of Chroma's own filtering. */
export function createRounds(
  { search, transfer }: Connection,
  { records }: OrgCollection,
  query: VectorQuery & { readonly scope: SearchScope },
): Rounds {
  const vector = normalised(query.vector);
  const isMatch = matcher(query.scope, query.filter);

  return {
    async nearest({ count, where, ids }) {
      const answer = await search(() =>
        records.query({
          queryEmbeddings: [vector],
          nResults: count,
          include: ["distances", "metadatas"],
          ...(where ? { where } : {}),
          ...(ids ? { ids: [...ids] } : {}),
        }),
      );
      const [found = [], [distances = []], [metadatas = []]] = [
        answer.ids[0],
        answer.distances,
        answer.metadatas,
      ];
      const matches: VectorHit[] = [];
      for (const [at, id] of found.entries()) {
        const row = { id, metadata: metadatas[at] ?? null };
        if (isMatch(row)) matches.push(hit(row, 1 - (distances[at] ?? Number.NaN)));
      }
      const hits = best(matches, query.topK);
      // Fewer rows than requested are either all rows, or Chroma's index did not reach the rest.
      if (found.length < count) {
        const isAll = where ? false : found.length === (ids?.length ?? (await search(() => records.count())));
        return { hits, isSure: isAll, hasMore: false };
      }
      const cut = hits[query.topK - 1];
      const last = bounded(1 - (distances.at(-1) ?? Number.NaN));
      // More records with the score of the last one may follow.
      return { hits, isSure: cut !== undefined && cut.score > last, hasMore: true };
    },

    async exact(ids) {
      let hits: VectorHit[] = [];
      for (let at = 0; at < ids.length; at += PAGE) {
        const page = ids.slice(at, at + PAGE);
        const answer = await transfer(() => records.get({ ids: page, include: ["embeddings", "metadatas"] }));
        for (const [index, id] of answer.ids.entries()) {
          const row = { id, metadata: answer.metadatas[index] ?? null };
          const other = answer.embeddings[index];
          if (other && isMatch(row)) hits.push(hit(row, similarity(vector, other)));
        }
        hits = best(hits, query.topK);
      }
      return hits;
    },
  };
}

function hit(row: StoredRow, score: number): VectorHit {
  return { id: row.id, ...placeOf(row), score: bounded(score) };
}
