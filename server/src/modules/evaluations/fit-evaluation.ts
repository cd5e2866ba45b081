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
import type { SearchLegs } from "../../retrieve/search/search.ts";
import type { EmbedQuestions } from "./embed-questions.ts";
import { findFilenames } from "./queries.ts";
import { takeTurn } from "./take-turn.ts";

/** What is to be fitted. */
export interface FitRequest {
  readonly orgId: string;
  readonly space: SpaceRow;
  readonly queries: readonly EvaluationQuery[];
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** The best weight, and how many queries it was fitted to. */
export type FittedWeight = WeightFit & { readonly queryCount: number };

/** Finds the weight of vectors beside words that suits golden queries best. */
export type FitEvaluation = (request: FitRequest) => Promise<FittedWeight>;

/** The weights that are tried. */
const GRID = Array.from({ length: 21 }, (_, step) => step / 20);
const RANKS = 10;
/** Hits of each leg, enough for ten documents of many passages whatever the weight. */
const DEPTH = 300;

/** Creates it: each query's candidates are fetched once, and merged again with each weight. */
export function createFitEvaluation(deps: {
  readonly db: Database;
  readonly searchLegs: SearchLegs;
  readonly embedQuestions: EmbedQuestions;
}): FitEvaluation {
  const { db, searchLegs, embedQuestions } = deps;

  async function candidatesOf({ orgId, space }: FitRequest, question: string): Promise<Legs> {
    const { legs, degraded } = await searchLegs({
      ...{ orgId, spaceIds: [space.id], question },
      ...{ mode: "hybrid", filter: undefined, depth: DEPTH },
    });
    if (degraded || legs.vectors.length === 0)
      throw new QuarryError(
        "unavailable",
        `A weight can be fitted only while all vectors answer. ${degraded?.reason ?? ""}`.trim(),
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
        `Fitting needs at least ${LIMITS.fitQueriesMin} judged queries, and this evaluation has ${queries.length} of which the space holds a relevant document. Add some.`,
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
        // What is not judged has no grade, whatever it is called.
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

/** The best documents by their best passages. */
function rankDocuments(legs: Legs): string[] {
  const ranking = new Set<string>();
  for (const { documentId } of fuse(legs)) {
    ranking.add(documentId);
    if (ranking.size === RANKS) break;
  }
  return [...ranking];
}
