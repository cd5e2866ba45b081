import { createSpaceIndex, type IndexedDocument, type SpaceIndex } from "./space-index.ts";

/** The indexes of one organization's spaces, and where its documents are in them. */
export interface OrganizationIndex {
  readonly spaces: ReadonlyMap<string, SpaceIndex>;
  /** The space's index, made if need be; `release` drops it when nothing came of it. */
  open(spaceId: string): SpaceIndex;
  /** Tidies a space that nobody writes to, and drops it when it holds nothing. */
  release(spaceId: string): void;
  /** Remembers where a document is. */
  put(document: IndexedDocument): void;
  removeDocument(documentId: string): void;
  removeSpace(spaceId: string): void;
}

/** Makes the index of an organization without documents. */
export function createOrganizationIndex(): OrganizationIndex {
  const spaces = new Map<string, SpaceIndex>();
  const documents = new Map<string, IndexedDocument[]>();

  function release(spaceId: string): void {
    const space = spaces.get(spaceId);
    if (!space || space.writers > 0) return;
    if (space.size() === 0) spaces.delete(spaceId);
    else space.tidy();
  }

  function forget(document: IndexedDocument): void {
    const others = documents.get(document.id)?.filter((other) => other !== document) ?? [];
    if (others.length > 0) documents.set(document.id, others);
    else documents.delete(document.id);
  }

  return {
    spaces,
    open(spaceId) {
      const space = spaces.get(spaceId) ?? createSpaceIndex();
      spaces.set(spaceId, space);
      return space;
    },
    release,
    put(document) {
      documents.set(document.id, [...(documents.get(document.id) ?? []), document]);
    },
    removeDocument(documentId) {
      const removed = documents.get(documentId) ?? [];
      for (const document of removed) document.space.remove(document);
      documents.delete(documentId);
      for (const document of removed) release(document.spaceId);
    },
    removeSpace(spaceId) {
      const space = spaces.get(spaceId);
      if (!space) return;
      for (const document of space.documents) forget(document);
      spaces.delete(spaceId);
    },
  };
}
