/**
 * @module
 * Quarry as a LangChain.js retriever. Requires `@langchain/core`.
 */
import type { CallbackManagerForRetrieverRun } from "@langchain/core/callbacks/manager";
import { Document } from "@langchain/core/documents";
import { BaseRetriever, type BaseRetrieverInput } from "@langchain/core/retrievers";
import type { QueryBody, ResultItem } from "@quarry/schema";
import type { Quarry } from "../client.ts";

/** Options of {@link QuarryRetriever}. */
export interface QuarryRetrieverOptions extends BaseRetrieverInput {
  readonly quarry: Pick<Quarry, "query" | "smartQuery">;
  /** Ids or slugs of the spaces to search. Default: the spaces that a smart query recommends. */
  readonly spaceIds?: QueryBody["spaceIds"] | undefined;
  /** More fields for every query: `topK`, `threshold`, `filter`, `mode` and others. */
  readonly search?: Omit<QueryBody, "query" | "spaceIds" | "limit"> | undefined;
}

/** The `metadata` of a retrieved LangChain document. */
export interface RetrievedMetadata {
  readonly documentId: string;
  readonly filename: string;
  readonly spaceId: string;
  readonly similarity: number | null;
  /** The Quarry document's metadata. */
  readonly document: ResultItem["document"]["metadata"];
  /** The chunk's metadata: `page`, `headings`, `start`, `end`, `rectangles`. */
  readonly chunk: ResultItem["metadata"];
}

/** Retrieves passages from Quarry spaces, best first. */
export class QuarryRetriever extends BaseRetriever<RetrievedMetadata & Record<string, unknown>> {
  lc_namespace = ["quarry", "retrievers"];
  readonly #options: QuarryRetrieverOptions;

  /** The class name used by LangChain. */
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
