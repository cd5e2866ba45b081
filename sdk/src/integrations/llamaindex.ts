/**
 * @module
 * Quarry as a LlamaIndex.TS retriever. Requires `@llamaindex/core`.
 */
import type { QueryBundle } from "@llamaindex/core/query-engine";
import { BaseRetriever } from "@llamaindex/core/retriever";
import { NodeRelationship, type NodeWithScore, TextNode } from "@llamaindex/core/schema";
import { extractText } from "@llamaindex/core/utils";
import { findResults, type SearchOptions } from "./find-results.ts";
import { type PassageFields, passageFields } from "./result-metadata.ts";

/** Options of {@link QuarryRetriever}. */
export interface QuarryRetrieverOptions extends SearchOptions {}

/** The `metadata` of a retrieved node. */
export interface NodeMetadata extends PassageFields {
  /** 1-based page. Present in documents with pages. */
  readonly page?: number;
}

/** Metadata that is for the application. Its model reads `source`, `page` and `url`. */
const NOT_FOR_MODELS: readonly (keyof NodeMetadata)[] = [
  ...(["loc", "documentId", "filename", "spaceId", "similarity", "place", "document"] as const),
];

/** Retrieves passages from Quarry spaces, best first. */
export class QuarryRetriever extends BaseRetriever {
  readonly #options: QuarryRetrieverOptions;

  constructor(options: QuarryRetrieverOptions) {
    super();
    this.#options = options;
  }

  /** Retrieves passages. LlamaIndex calls it; call `retrieve`. */
  override async _retrieve({ query }: QueryBundle): Promise<NodeWithScore[]> {
    const { results } = await findResults(this.#options, extractText(query), undefined);
    return results.map((result) => {
      const { chunk, document, place, similarity } = result;
      const metadata: NodeMetadata = {
        ...passageFields(this.#options, result),
        ...(place.page === null ? {} : { page: place.page }),
      };
      const node = new TextNode<Record<string, unknown>>({
        ...{ id_: chunk.id, text: chunk.content, metadata: { ...metadata } },
        ...{ startCharIdx: place.start, endCharIdx: place.end },
        excludedLlmMetadataKeys: [...NOT_FOR_MODELS],
        excludedEmbedMetadataKeys: Object.keys(metadata),
        relationships: { [NodeRelationship.SOURCE]: { nodeId: document.id, metadata: {} } },
      });
      return { node, ...(similarity === null ? {} : { score: similarity }) };
    });
  }
}
