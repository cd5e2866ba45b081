import { invalidField } from "@quarry/core/internal";
import { expects, LIMITS, type QueryBody, type QueryResponse, type QueryResult, Text } from "@quarry/schema";
import { type Static, Type } from "@sinclair/typebox";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import type { Database } from "../../platform/database/database.ts";
import { requireActiveSpace } from "../../records/spaces/active-space.ts";
import type { QueryService } from "../../retrieve/query-service.ts";
import { AttributesInput, toAttributes } from "./attributes.ts";
import { toMetadataFilter } from "./search-filter.ts";
import { findFilesOfDocuments } from "./store-file-rows.ts";

const MAX_QUESTIONS = 10;
const Question = Text({ minLength: 1, maxLength: LIMITS.queryMaxChars });

/** Body of a search. */
export const SearchBody = Type.Object(
  {
    query: Type.Union([Question, Type.Array(Question, { minItems: 1, maxItems: MAX_QUESTIONS })], {
      ...expects(
        `a text of at most ${LIMITS.queryMaxChars} characters, or an array of 1 to ${MAX_QUESTIONS} of them`,
      ),
    }),
    filters: AttributesInput,
    max_num_results: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMITS.topKMax })),
    ranking_options: Type.Optional(
      Type.Object(
        {
          ranker: Type.Optional(
            Type.String({ pattern: "^(none|auto|default-[\\d-]+)$", ...expects("none or auto") }),
          ),
          score_threshold: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
        },
        { additionalProperties: false },
      ),
    ),
    rewrite_query: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
/** Static type of {@link SearchBody}. */
export type SearchBody = Static<typeof SearchBody>;

/** Searches vector stores. */
export interface StoreSearch {
  search(scope: TenantScope, storeId: string, body: SearchBody): Promise<SearchPage>;
}

type SearchPage = Awaited<ReturnType<typeof toPage>>;

/** Creates the search. */
export function createStoreSearch(deps: {
  readonly db: Database;
  readonly queries: QueryService;
  /** Whether the server has a reranker, which `auto` and OpenAI's named rankers then mean. */
  readonly hasReranker: boolean;
}): StoreSearch {
  const { db, queries, hasReranker } = deps;
  return {
    async search(
      scope,
      storeId,
      { query, filters, max_num_results: topK = 10, ranking_options, rewrite_query },
    ) {
      if (rewrite_query)
        throw invalidField("/rewrite_query", "must be false: this server searches for the words as they are");
      const { id } = await requireActiveSpace(db, scope, storeId);
      const { ranker = "none", score_threshold: threshold = 0 } = ranking_options ?? {};
      const shared: Omit<QueryBody, "query"> = {
        spaceIds: id,
        topK,
        threshold,
        rerank: hasReranker && ranker !== "none",
        ...(filters ? { filter: toMetadataFilter(filters) } : {}),
      };
      const questions = typeof query === "string" ? [query] : query;
      const answers = await Promise.all(
        questions.map((question) => queries.query(scope, { ...shared, query: question })),
      );
      const [only] = answers;
      const results = only && answers.length === 1 ? only.results : bestOf(answers).slice(0, topK);
      return toPage(db, scope.orgId, questions, results);
    },
  };
}

/** The results of several questions, each passage once, best first. */
function bestOf(answers: readonly QueryResponse[]): QueryResult[] {
  const best = new Map<string, QueryResult>();
  for (const result of answers.flatMap(({ results }) => results)) {
    const known = best.get(result.chunk.id);
    if (!known || scoreOf(known) < scoreOf(result)) best.set(result.chunk.id, result);
  }
  return [...best.values()].sort((one, other) => scoreOf(other) - scoreOf(one));
}

const scoreOf = ({ similarity }: QueryResult) => similarity ?? 0;

async function toPage(db: Database, orgId: string, questions: string[], results: readonly QueryResult[]) {
  const files = await findFilesOfDocuments(db, orgId, [
    ...new Set(results.map(({ document }) => document.id)),
  ]);
  return {
    object: "vector_store.search_results.page" as const,
    search_query: questions,
    data: results.map((result) => {
      const { document, chunk } = result;
      const file = files.get(document.id);
      return {
        file_id: file?.fileId ?? document.id,
        filename: file?.filename ?? document.filename,
        score: scoreOf(result),
        attributes: toAttributes(document.metadata),
        content: [{ type: "text" as const, text: chunk.content }],
      };
    }),
    has_more: false,
    next_page: null,
  };
}
