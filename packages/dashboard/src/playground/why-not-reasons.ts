import type { Document, QueryResult } from "@quarry/sdk";
import type { Filter } from "../filter/filter.ts";
import type { Alone } from "./alone-query.ts";
import type { QuestionSettings } from "./playground-search.ts";
import { DEFAULT_TOP_K } from "./settings.tsx";

/** Why a document is not among the results, or where it stands. */
export type Reason =
  | { readonly kind: "found"; readonly place: number }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "filter"; readonly conditions: readonly Filter[] }
  | { readonly kind: "threshold"; readonly similarity: number; readonly threshold: number }
  | { readonly kind: "place" | "model"; readonly score: number; readonly last: number }
  | { readonly kind: "elsewhere" | "waiting" | "noWord" | "nothingAlike" | "unclear" };

/** A document, and what a question found. */
export interface Case {
  readonly document: Document;
  /** Whether its space was asked. */
  readonly isAsked: boolean;
  readonly settings: QuestionSettings;
  readonly results: readonly QueryResult<Record<string, unknown>>[];
}

/** What is known without asking about the document alone; undefined when that has to be asked. */
export function reasonAtOnce({ document, isAsked, results }: Case): Reason | undefined {
  const at = results.findIndex((result) => result.document.id === document.id);
  if (at >= 0) return { kind: "found", place: at + 1 };
  if (!isAsked) return { kind: "elsewhere" };
  if (document.status === "FAILED") return { kind: "failed", message: document.errorMessage ?? "" };
  return document.status === "COMPLETED" ? undefined : { kind: "waiting" };
}

/** Everything that keeps a document out of the results. */
export function reasonsOf({ settings, results }: Case, alone: Alone): Reason[] {
  const { mode = "hybrid", threshold = 0, topK = DEFAULT_TOP_K } = settings;
  const { best, hasWords, excludedBy } = alone;
  const reasons: Reason[] = [];
  if (excludedBy.length > 0) reasons.push({ kind: "filter", conditions: excludedBy });
  if (mode !== "vector" && !hasWords) reasons.push({ kind: "noWord" });
  if (mode !== "lexical" && !best) reasons.push({ kind: "nothingAlike" });
  const similarity = best?.similarity ?? undefined;
  if (similarity !== undefined && similarity < threshold)
    reasons.push({ kind: "threshold", similarity, threshold });
  const last = results.length >= topK ? belowLast(similarity, alone, results.at(-1)) : undefined;
  if (last) reasons.push(last);
  return reasons.length > 0 ? reasons : [{ kind: "unclear" }];
}

/** With reranking the model decides the order, otherwise the similarity. */
function belowLast(
  similarity: number | undefined,
  { modelScore }: Alone,
  last: Case["results"][number] | undefined,
): Reason | undefined {
  const lastModelScore = last?.scores.rerank;
  if (typeof lastModelScore === "number" && modelScore !== undefined)
    return modelScore <= lastModelScore
      ? { kind: "model", score: modelScore, last: lastModelScore }
      : undefined;
  const lastSimilarity = last?.similarity ?? undefined;
  if (similarity === undefined || lastSimilarity === undefined || similarity > lastSimilarity)
    return undefined;
  return { kind: "place", score: similarity, last: lastSimilarity };
}
