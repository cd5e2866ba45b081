/**
 * @module
 * Quarry as a retriever of LangChain.js. Needs `@langchain/core`.
 */
import type { CallbackManagerForRetrieverRun } from "@langchain/core/callbacks/manager";
import { Document } from "@langchain/core/documents";
import { BaseRetriever, type BaseRetrieverInput } from "@langchain/core/retrievers";
import type { QueryBody, ResultItem } from "@quarry/schema";
import type { Quarry } from "./client.ts";

/** What a {@link QuarryRetriever} asks, and where. The fields of a query go with every question. */
export interface QuarryRetrieverOptions extends BaseRetrieverInput {
  readonly quarry: Pick<Quarry, "query" | "smartQuery">;
  /** Ids or slugs of the spaces to ask. Left out: those that a smart query recommends. */
  readonly spaceIds?: QueryBody["spaceIds"] | undefined;
  /** Further fields of the query: `topK`, `threshold`, `filter`, `mode` and others. */
  readonly search?: Omit<QueryBody, "query" | "spaceIds" | "limit"> | undefined;
}

/** What a retrieved document's `metadata` says, besides the document's own. */
export interface RetrievedMetadata {
  readonly documentId: string;
  readonly filename: string;
  readonly spaceId: string;
  readonly similarity: number | null;
  /** The document's metadata. */
  readonly document: ResultItem["document"]["metadata"];
  /** The chunk's: `page`, `headings`, `start`, `end`. */
  readonly chunk: ResultItem["metadata"];
}

/** Answers questions with passages of Quarry's spaces, the best first. */
export class QuarryRetriever extends BaseRetriever<RetrievedMetadata & Record<string, unknown>> {
  lc_namespace = ["quarry", "retrievers"];
  readonly #options: QuarryRetrieverOptions;

  /** LangChain's own name of the class. */
  static override lc_name(): string {
    return "QuarryRetriever";
  }

  constructor(options: QuarryRetrieverOptions) {
    const { quarry: _quarry, spaceIds: _spaceIds, search: _search, ...base } = options;
    super(base);
    this.#options = options;
  }

  override async _getRelevantDocuments(question: string, _run?: CallbackManagerForRetrieverRun) {
    const { quarry, spaceIds, search } = this.#options;
    const { results = [] } =
      spaceIds === undefined
        ? await quarry.smartQuery({ ...search, query: question, search: true })
        : await quarry.query({ ...search, query: question, spaceIds });
    return results.map(
      ({ chunk, document, space, similarity, metadata }) =>
        new Document({
          id: chunk.id,
          pageContent: chunk.content,
          metadata: {
            documentId: document.id,
            filename: document.filename,
            spaceId: space.id,
            similarity,
            document: document.metadata,
            chunk: metadata,
          },
        }),
    );
  }
}
