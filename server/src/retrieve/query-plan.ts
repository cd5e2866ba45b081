import { parseFilter } from "@quarry/core";
import { invalidField } from "@quarry/core/internal";
import { LIMITS, type QueryBody, type QueryMode } from "@quarry/schema";
import type { Selection } from "./hydrate/hydrate.ts";

/** A validated query, with its defaults filled in. */
export interface QueryPlan extends Selection {
  readonly question: string;
  readonly mode: QueryMode;
  /** Lowest similarity of a result, 0 to 1. */
  readonly threshold: number;
  /** The only documents to search; undefined for all. */
  readonly documentIds: readonly string[] | undefined;
}

/**
 * Reads a query.
 * @param candidates Number of passages to rerank.
 * @throws QuarryError `invalid_request` for contradicting limits or an invalid filter.
 */
export function readQuery(body: QueryBody, candidates: number): QueryPlan {
  const topK = readTopK(body);
  return {
    question: body.query,
    mode: body.mode ?? "hybrid",
    threshold: body.threshold ?? 0,
    documentIds: body.documentIds,
    topK,
    candidates,
    maxPerDocument: body.maxPerDocument ?? topK,
    filter: parseFilter(body.metadata, body.filter),
  };
}

function readTopK({ topK, limit }: QueryBody): number {
  if (topK !== undefined && limit !== undefined && topK !== limit)
    throw invalidField("/limit", "is another name for topK and must not differ from it");
  return topK ?? limit ?? LIMITS.topKDefault;
}
