import type { IndexedDocument } from "../space/space-index.ts";

/** Finds the parts of a document, one per space that it is in. */
export interface DocumentParts {
  of(documentId: string): readonly IndexedDocument[];
  add(part: IndexedDocument): void;
  remove(part: IndexedDocument): void;
}

/** Creates an empty set of parts. */
export function createDocumentParts(): DocumentParts {
  const parts = new Map<string, readonly IndexedDocument[]>();
  const of = (documentId: string) => parts.get(documentId) ?? [];
  return {
    of,
    add: (part) => void parts.set(part.id, [...of(part.id), part]),
    remove(part) {
      const others = of(part.id).filter((other) => other !== part);
      if (others.length > 0) parts.set(part.id, others);
      else parts.delete(part.id);
    },
  };
}
