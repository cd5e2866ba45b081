import type { Metadata } from "@quarry/schema";
import type { LiveSpace } from "./live-rows.ts";

/** A change to the derived indexes. */
export type IndexChange =
  | {
      readonly kind: "documents";
      readonly orgId: string;
      /** Each replaces its previous version in the indexes. */
      readonly documents: readonly IndexedDocument[];
    }
  | { readonly kind: "document-gone"; readonly orgId: string; readonly documentId: string }
  | { readonly kind: "space-gone"; readonly orgId: string; readonly spaceId: string }
  | { readonly kind: "description"; readonly space: DescribedSpace };

/** The ids of the documents or spaces of a change. */
export function keysOf(change: IndexChange): string[] {
  switch (change.kind) {
    case "documents":
      return change.documents.map(({ id }) => id);
    case "document-gone":
      return [change.documentId];
    case "space-gone":
      return [change.spaceId];
    case "description":
      return [change.space.id];
  }
}

/** A processed document, as input for the derived indexes. */
export interface IndexedDocument {
  readonly id: string;
  readonly orgId: string;
  readonly spaceId: string;
  readonly generation: number;
  readonly filename: string;
  readonly title: string | null;
  readonly metadata: Metadata;
  readonly model: string;
  readonly chunks: readonly IndexedChunk[];
}

/** A chunk, as input for the derived indexes. */
export interface IndexedChunk {
  readonly id: string;
  readonly content: string;
  readonly context: string;
  readonly headings: readonly string[];
  /** Undefined when the embedding is not stored, empty when the provider rejected the text; only the lexical index finds the chunk then. */
  readonly vector: Float32Array | undefined;
}

/** A space, as input for the derived indexes. */
export interface DescribedSpace extends LiveSpace {
  readonly orgId: string;
  readonly isArchived: boolean;
}
