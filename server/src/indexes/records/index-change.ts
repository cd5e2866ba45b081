import type { Metadata } from "@quarry/schema";

/** What a write changes in the derived indexes. */
export type IndexChange =
  | {
      readonly kind: "documents";
      readonly orgId: string;
      /** As they are now; each takes the place of what the indexes hold of it. */
      readonly documents: readonly IndexedDocument[];
    }
  | { readonly kind: "document-gone"; readonly orgId: string; readonly documentId: string }
  | { readonly kind: "space-gone"; readonly orgId: string; readonly spaceId: string }
  | { readonly kind: "description"; readonly space: DescribedSpace };

/** Ids of what a change is about: documents or spaces. */
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

/** A processed document as the derived indexes take it. */
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

/** A chunk as the derived indexes take it. */
export interface IndexedChunk {
  readonly id: string;
  readonly content: string;
  readonly context: string;
  readonly headings: readonly string[];
  /** Absent when the embedding is not known, empty when there is none; the chunk is then found by its words alone. */
  readonly vector: Float32Array | undefined;
}

/** A space as far as its description can be searched. */
export interface DescribedSpace {
  readonly id: string;
  readonly orgId: string;
  readonly name: string;
  readonly description: string;
  readonly isArchived: boolean;
}
