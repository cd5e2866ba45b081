import { createSpaceIndex, type IndexedDocument, type SpaceIndex } from "./space-index.ts";

/** The indexes of one organization's spaces, and where its documents are in them. */
export interface OrganizationIndex {
  readonly spaces: ReadonlyMap<string, SpaceIndex>;
  /** The space's index, made if need be; `release` drops it when nothing came of it. */
  open(spaceId: string): SpaceIndex;
  /** Tidies a space that nobody writes to, and drops it when it holds nothing. */
  release(spaceId: string): void;
  /** Takes in a space that was made elsewhere, unless there is one. */
  restore(spaceId: string, space: SpaceIndex): void;
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

  function put(document: IndexedDocument): void {
    documents.set(document.id, [...(documents.get(document.id) ?? []), document]);
  }

  return {
    spaces,
    open(spaceId) {
      const space = spaces.get(spaceId) ?? createSpaceIndex();
      spaces.set(spaceId, space);
      return space;
    },
    release,
    put,
    restore(spaceId, space) {
      if (spaces.has(spaceId)) return;
      spaces.set(spaceId, space);
      for (const document of [...space.documents]) {
        const others = documents.get(document.id) ?? [];
        const newest = Math.max(document.generation, ...others.map(({ generation }) => generation));
        put(document);
        // A document that went to another space between two files being written is left in both: the older one goes.
        for (const part of [document, ...others])
          if (part.generation < newest) {
            part.space.remove(part);
            forget(part);
            release(part.spaceId);
          }
      }
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
