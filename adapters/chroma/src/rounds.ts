import type { SearchScope, VectorHit, VectorQuery } from "@quarry/core";
import type { Where } from "chromadb";
import type { OrgCollection } from "./collections.ts";
import type { Connection } from "./connection.ts";
import { best, matcher } from "./matching.ts";
import { placeOf, type StoredRow } from "./stored-record.ts";
import { bounded, normalised, similarity } from "./vectors.ts";

/** One attempt: the nearest `count` of all, of those that pass a condition, or of those named. */
export interface Round {
  readonly count: number;
  readonly where?: Where | undefined;
  readonly ids?: readonly string[];
}

/** What an attempt brought. */
export interface Found {
  /** The best matches that it saw. */
  readonly hits: readonly VectorHit[];
  /** True when no other match can belong before or among these. */
  readonly isSure: boolean;
  /** False when there was no more to be had by asking for more. */
  readonly hasMore: boolean;
}

/** The ways to rank a collection's records by one question. */
export interface Rounds {
  nearest(round: Round): Promise<Found>;
  /** Ranks in this process the records with these ids. */
  exact(ids: readonly string[]): Promise<VectorHit[]>;
}

/** Vectors that are read at once. */
const PAGE = 500;

/** Makes a question's rounds; every row is looked at, whatever Chroma was told to leave out. */
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
      // Fewer than asked for are all that there are, or Chroma's index did not find the way to the rest.
      if (found.length < count) {
        const isAll = where ? false : found.length === (ids?.length ?? (await search(() => records.count())));
        return { hits, isSure: isAll, hasMore: false };
      }
      const cut = hits[query.topK - 1];
      const last = bounded(1 - (distances.at(-1) ?? Number.NaN));
      // With the same score as the last one, others may wait behind it.
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
