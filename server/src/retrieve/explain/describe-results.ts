import type { QueryBody, QueryResponse } from "@quarry/schema";
import type { Database } from "../../platform/database/database.ts";
import type { SpaceRow } from "../../records/spaces/space-rows.ts";
import { type Hydrated, toResult } from "../hydrate/hydrate.ts";
import { findNeighbors } from "../hydrate/neighbors.ts";
import type { RerankedPassages } from "../rerank.ts";
import type { SearchIndexes, SearchResult } from "../search/search.ts";
import type { Search } from "../search/search-request.ts";
import { explainItem, explainQuery } from "./explain.ts";
import { comparePassages } from "./highlight.ts";
import { reason } from "./reasoning.ts";

/** What a query found, and how. */
export interface Answer {
  readonly spaces: readonly SpaceRow[];
  readonly search: Search;
  readonly threshold: number;
  readonly found: SearchResult;
  readonly hydrated: Hydrated;
  /** What became of reranking, if it was asked for. */
  readonly reranking: Omit<RerankedPassages, "passages"> | undefined;
}

/** The results with what the caller wants to know of them besides: highlights, neighbors, explanations. */
export async function describeResults(
  deps: { readonly db: Database; readonly search: SearchIndexes },
  { highlight, neighbors, explain }: Pick<QueryBody, "highlight" | "neighbors" | "explain">,
  { spaces, search, threshold, found, hydrated: { passages, removed }, reranking }: Answer,
): Promise<Pick<QueryResponse, "results" | "reasoning" | "explanation">> {
  const { db } = deps;
  const { orgId, question } = search;
  const compared = highlight || explain ? await comparePassages(db, orgId, question, passages) : [];
  const around = neighbors === undefined ? [] : await findNeighbors(db, orgId, passages, neighbors);
  const results = passages.map((passage, at) => {
    const beside = compared[at];
    const near = around[at];
    return {
      ...toResult(passage),
      ...(highlight && beside ? { highlights: [...beside.match.highlights] } : {}),
      ...(near ? { neighbors: near } : {}),
      ...(explain && beside ? { explanation: explainItem(passage, beside) } : {}),
    };
  });
  if (!explain) return { results };
  const explanation = await explainQuery(deps, { search, threshold, found, removed, compared });
  const { degraded } = found;
  return {
    results,
    explanation,
    reasoning: reason({ spaces, degraded, results, explanation, threshold, reranking }),
  };
}
