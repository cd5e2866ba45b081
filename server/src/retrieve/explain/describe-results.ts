import type { QueryBody, QueryResponse, QueryResult, SpaceGroup } from "@quarry/schema";
import type { LiveSpace } from "../../indexes/records/live-rows.ts";
import type { Database } from "../../platform/database/database.ts";
import type { FoundPassages } from "../find-passages.ts";
import type { Passage } from "../hydrate/hydrate.ts";
import type { QueryPlan } from "../query-plan.ts";
import type { RerankedPassages } from "../rerank/rerank.ts";
import { explainItem, explainQuery } from "./explain.ts";
import { comparePassages } from "./highlight.ts";
import { findNeighbors } from "./neighbors.ts";
import { placeOf } from "./place-of.ts";
import { reason } from "./reasoning.ts";

/** The passages of a query, after reranking. */
export interface Answer extends FoundPassages {
  /** Absent when the query does not ask for reranking. */
  readonly reranking: Omit<RerankedPassages, "passages"> | undefined;
}

/** Turns passages into results, with the highlights, neighbors and explanations that the query asks for. */
export async function describeResults(
  db: Database,
  orgId: string,
  plan: QueryPlan,
  { highlight, neighbors, explain }: Pick<QueryBody, "highlight" | "neighbors" | "explain">,
  answer: Answer,
): Promise<Pick<QueryResponse, "results" | "reasoning" | "explanation">> {
  const { passages, spaces, search, reranking } = answer;
  const { question, threshold } = plan;
  const compared = highlight || explain ? await comparePassages(db, orgId, question, passages) : [];
  const around = neighbors === undefined ? [] : await findNeighbors(db, orgId, passages, neighbors);
  const results = passages.map((passage, at) => {
    const match = compared[at];
    const near = around[at];
    return {
      ...toResult(passage),
      ...(highlight && match ? { highlights: [...match.match.highlights] } : {}),
      ...(near ? { neighbors: near } : {}),
      ...(explain && match ? { explanation: explainItem(passage, match) } : {}),
    };
  });
  if (!explain) return { results };
  const explanation = explainQuery(plan, answer, compared);
  const { degraded } = search;
  return {
    results,
    explanation,
    reasoning: reason({ spaces, degraded, results, explanation, threshold, reranking }),
  };
}

function toResult({ hit, chunk, rerank }: Passage): QueryResult {
  const { id, content, chunkIndex, metadata } = chunk.text;
  const { document, space } = chunk;
  return {
    chunk: { id, content, chunkIndex },
    document: { id: document.id, filename: document.filename, metadata: document.metadata },
    space: { id: space.id, name: space.name, description: space.description },
    similarity: hit.similarity,
    scores: { lexical: hit.lexical, vector: hit.vector, ...(rerank === undefined ? {} : { rerank }) },
    place: placeOf(metadata),
    metadata,
  };
}

/** Groups results by space id; spaces without results get an empty group. */
export function groupBySpace(
  spaces: readonly LiveSpace[],
  results: readonly QueryResult[],
): Record<string, SpaceGroup> {
  return Object.fromEntries(
    spaces.map(({ id, name, description }) => {
      const chunks = results.filter((result) => result.space.id === id);
      return [id, { space: { id, name, description }, chunks, totalMatches: chunks.length }];
    }),
  );
}
