import type { QueryBody, QueryResponse, QueryResult, SmartQueryResponse } from "@quarry/schema";
import type { CallOptions } from "../http/options.ts";

/** The part of the client that the integrations use; a `Quarry` has it. */
export interface QuestionClient {
  /** Finds the passages of the given spaces. */
  query(body: QueryBody, options?: Pick<CallOptions, "signal">): Promise<Answer>;
  /** Finds the spaces that are relevant to a question, and their passages. */
  smartQuery(
    body: Omit<QueryBody, "spaceIds"> & {
      /** Also searches the recommended spaces. */
      search: true;
    },
    options?: Pick<CallOptions, "signal">,
  ): Promise<Answer & Pick<SmartQueryResponse, "recommendations">>;
  /** Gives the addresses of passages. */
  readonly documents?: {
    /** The address of the page that shows a result's document at the passage. */
    passageUrl(result: QueryResult): string;
  };
}

/** The passages that a search found, or why there are none. */
type Answer = Pick<QueryResponse, "results" | "noResults">;

/** How to search. */
export interface SearchOptions {
  /** The client. */
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
