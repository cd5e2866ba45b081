import type { Metadata } from "@quarry/schema";

/** A COMPLETED document, with what a query shows of it. */
export interface LiveDocument {
  readonly id: string;
  readonly spaceId: string;
  /** Text of another generation must not be shown. */
  readonly generation: number;
  readonly filename: string;
  readonly title: string | null;
  readonly metadata: Metadata;
}

/** An active space, with what a query needs of it. */
export interface LiveSpace {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  /** Weight of the vector leg; null for the default of the embedder. */
  readonly vectorWeight: number | null;
}

/** Picks the fields of a document. */
export function toLiveDocument(row: LiveDocument): LiveDocument {
  const { id, spaceId, generation, filename, title, metadata } = row;
  return { id, spaceId, generation, filename, title, metadata };
}

/** Picks the fields of a space. */
export function toLiveSpace(row: LiveSpace): LiveSpace {
  const { id, slug, name, description, vectorWeight } = row;
  return { id, slug, name, description, vectorWeight };
}
