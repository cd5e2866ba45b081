import type { QueryBody, QueryResponse, QueryResult, Recommendation } from "@quarry/schema";

/** The part of the client that the integrations use; a `Quarry` has it. */
export interface QuestionClient {
  query(body: QueryBody, options?: { readonly signal?: AbortSignal | undefined }): Promise<Answer>;
  smartQuery(
    body: Omit<QueryBody, "spaceIds"> & { search: true },
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<Answer & { recommendations: Recommendation[] }>;
  /** Gives the addresses of passages. */
  readonly documents?: { passageUrl(result: QueryResult): string };
}

type Answer = Pick<QueryResponse, "results" | "noResults">;

/** How to search. */
export interface SearchOptions {
  readonly quarry: QuestionClient;
  /** Ids or slugs of the spaces to search. Default: the spaces that a smart query recommends. */
  readonly spaceIds?: QueryBody["spaceIds"] | undefined;
  /** More fields for every query: `topK`, `threshold`, `filter`, `mode` and others. */
  readonly search?: Omit<QueryBody, "query" | "spaceIds" | "limit"> | undefined;
  /** The address that opens a result, e.g. of a page of your own. Default: of the server's page that shows the passage. */
  readonly urlOf?: ((result: QueryResult) => string | undefined) | undefined;
}

/** Searches the given spaces, or without any, the spaces that a smart query recommends. */
export async function findResults(
  { quarry, spaceIds, search }: SearchOptions,
  question: string,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  return spaceIds === undefined
    ? quarry.smartQuery({ ...search, query: question, search: true }, { signal })
    : quarry.query({ ...search, query: question, spaceIds }, { signal });
}

/** The address that opens a result. */
export function urlOfResult({ quarry, urlOf }: SearchOptions, result: QueryResult): string | undefined {
  return urlOf ? urlOf(result) : quarry.documents?.passageUrl(result);
}
