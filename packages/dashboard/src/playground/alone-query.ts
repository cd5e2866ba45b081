import type { Document, Quarry, QueryBody, QueryResult } from "@quarry/sdk";
import { queryOptions } from "@tanstack/react-query";
import type { Filter } from "../filter/filter.ts";
import { conditionsOf } from "../filter/filter-conditions.ts";
import type { QuestionSettings } from "./playground-search.ts";

/** With the question alone, with a model and with the whole filter: the 20 questions of a batch. */
const MAX_CONDITIONS = 17;

/** What a question finds in one document. */
export interface Alone {
  /** Its best passage, regardless of the filter and the threshold. */
  readonly best: QueryResult<Record<string, unknown>> | undefined;
  /** Whether the search by words found something in it. */
  readonly hasWords: boolean;
  /** The score that the model gives it; undefined without reranking. */
  readonly modelScore: number | undefined;
  /** The conditions of the filter that exclude it. */
  readonly excludedBy: readonly Filter[];
}

/** Asks a question in one document, and again with each condition of the filter. */
export function aloneQuery(quarry: Quarry, document: Document, q: string, settings: QuestionSettings) {
  const { mode, filter, rerank } = settings;
  const conditions = filter ? conditionsOf(filter).slice(0, MAX_CONDITIONS) : [];
  const question: QueryBody = {
    ...{ query: q, spaceIds: document.spaceId, documentIds: [document.id], threshold: 0, topK: 1 },
    ...(mode === undefined ? {} : { mode }),
  };
  const queries: QueryBody[] = [
    { ...question, explain: true, highlight: true },
    ...(rerank ? [{ ...question, rerank }] : []),
    ...(filter ? [filter, ...conditions].map((each) => ({ ...question, filter: each })) : []),
  ];
  return queryOptions({
    queryKey: ["why-not", document.id, document.updatedAt, queries],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Alone> => {
      const { answers } = await quarry.queryBatch<Record<string, unknown>>({ queries }, { signal });
      const [plain, ...others] = answers;
      const ranked = rerank ? others.shift() : undefined;
      const [filtered, ...byCondition] = others;
      const best = plain?.results[0];
      const isExcluded = best !== undefined && filtered?.results.length === 0;
      const excluding = conditions.filter((_, at) => byCondition[at]?.results.length === 0);
      const byWords = plain?.explanation?.legs.find(({ name }) => name === "lexical");
      return {
        best,
        hasWords: (byWords?.candidates ?? 0) > 0,
        modelScore: ranked?.results[0]?.scores.rerank ?? undefined,
        // Beyond the first conditions it is not known which one it is.
        excludedBy: isExcluded && filter ? (excluding.length > 0 ? excluding : [filter]) : [],
      };
    },
  });
}
