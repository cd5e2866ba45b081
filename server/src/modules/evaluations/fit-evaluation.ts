import { QuarryError } from "@quarry/core";
import {
  defaultVectorWeight,
  fitVectorWeight,
  fuse,
  type Legs,
  ndcg,
  type WeightFit,
} from "@quarry/core/internal";
import { type EvaluationQuery, LIMITS } from "@quarry/schema";
import type { Database } from "../../platform/database/database.ts";
import type { SpaceRow } from "../../records/spaces/space-rows.ts";
import type { LegSearch } from "../../retrieve/search/search-legs.ts";
import type { EmbedQuestions } from "./embed-questions.ts";
import { findFilenames } from "./evaluation-rows.ts";
import { takeTurn } from "./take-turn.ts";

/** A request to fit the vector weight of a space. */
export interface FitRequest {
  readonly orgId: string;
  readonly space: SpaceRow;
  readonly queries: readonly EvaluationQuery[];
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal;
}

/** The best weight, and the number of queries that it was fitted to. */
export type FittedWeight = WeightFit & { readonly queryCount: number };

/** Finds the weight of the vector leg that ranks golden queries best. */
export type FitEvaluation = (request: FitRequest) => Promise<FittedWeight>;

/** The candidate weights. */
const GRID = Array.from({ length: 21 }, (_, step) => step / 20);
const RANKS = 10;
/** Hits per leg: enough for ten documents with many passages each, at any weight. */
const DEPTH = 300;

/** Creates the function. It searches once per query and fuses the hits with each weight. */
export function createFitEvaluation(deps: {
  readonly db: Database;
  readonly legSearch: LegSearch;
  readonly embedQuestions: EmbedQuestions;
}): FitEvaluation {
  const { db, legSearch, embedQuestions } = deps;

  async function candidatesOf({ orgId, space }: FitRequest, question: string): Promise<Legs> {
    const { legs, degraded } = await legSearch.search({
      ...{ orgId, spaceIds: [space.id], question },
      ...{ mode: "hybrid", filter: undefined, depth: DEPTH },
    });
    if (degraded || legs.vectors.length === 0)
      throw new QuarryError(
        "unavailable",
        `Fitting needs vector search for all documents, which is unavailable. ${degraded?.reason ?? ""}`.trim(),
      );
    return legs;
  }

  return async (request) => {
    const { orgId, space, signal } = request;
    const wanted = request.queries.flatMap(({ relevant }) => relevant.map(({ filename }) => filename));
    const filenames = await findFilenames(db, orgId, space.id, wanted);
    const held = new Set(filenames.values());
    const queries = request.queries.filter(({ relevant }) =>
      relevant.some(({ filename, grade }) => grade > 0 && held.has(filename)),
    );
    if (queries.length < LIMITS.fitQueriesMin)
      throw new QuarryError(
        "invalid_request",
        `Fitting needs at least ${LIMITS.fitQueriesMin} queries with a relevant document in the space, and this evaluation has ${queries.length}. Add more queries.`,
      );
    const questions = queries.map(({ query }) => query);
    await embedQuestions({ orgId, spaceId: space.id, questions, signal });

    let current = space.vectorWeight;
    const scores = new Map<number, number[]>();
    for (const { query, relevant } of queries) {
      await takeTurn(signal);
      const legs = await candidatesOf(request, query);
      current ??= defaultVectorWeight(legs.vectors);
      const judged = new Map(relevant.map(({ filename, grade }) => [filename, grade]));
      for (const weight of new Set([...GRID, current])) {
        const ranking = rankDocuments({ ...legs, vectorWeights: new Map([[space.id, weight]]) });
        // Unjudged documents have no grade.
        const named = ranking.map((id) => filenames.get(id) ?? "");
        const known = scores.get(weight) ?? [];
        known.push(ndcg(named, judged, RANKS));
        scores.set(weight, known);
      }
    }
    const weights = [...scores]
      .map(([vectorWeight, scores]) => ({ vectorWeight, scores }))
      .sort((a, b) => a.vectorWeight - b.vectorWeight);
    return { ...fitVectorWeight(weights, current ?? 0), queryCount: queries.length };
  };
}

/** Ranks documents by their best passages. */
function rankDocuments(legs: Legs): string[] {
  const ranking = new Set<string>();
  for (const { documentId } of fuse(legs)) {
    ranking.add(documentId);
    if (ranking.size === RANKS) break;
  }
  return [...ranking];
}
