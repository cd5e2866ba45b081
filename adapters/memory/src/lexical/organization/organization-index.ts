import type { Language } from "@quarry/core/internal";
import { createSpaceIndex, type IndexedDocument, type SpaceIndex } from "../space/space-index.ts";
import { createDocumentParts } from "./document-parts.ts";
import { createWideOrganization, MAX_SEPARATE_SPACES, type WideOrganization } from "./wide-organization.ts";

/** The indexes of one organization's spaces, and the locations of its documents. */
export interface OrganizationIndex {
  readonly spaces: ReadonlyMap<string, SpaceIndex>;
  /** The vocabulary of all spaces; undefined unless there are, or have been, more than 256. */
  wide(): WideOrganization | undefined;
  /** Languages of its documents, past ones included. */
  readonly languages: ReadonlySet<Language>;
  /** Returns the space's index and creates it if necessary; `release` drops it when it stays empty. */
  open(spaceId: string): SpaceIndex;
  /** Drops a space that is empty and has no writers; compacts others in the background. */
  release(spaceId: string): void;
  /** Adds a space from a snapshot, unless the space already exists. */
  restore(spaceId: string, space: SpaceIndex): void;
  /** Records the location of a document. */
  put(document: IndexedDocument): void;
  removeDocument(documentId: string): void;
  removeSpace(spaceId: string): void;
}

/** Creates the index of an organization without documents. */
export function createOrganizationIndex(): OrganizationIndex {
  const spaces = new Map<string, SpaceIndex>();
  const documents = createDocumentParts();
  const languages = new Set<Language>();
  let wide: WideOrganization | undefined;

  function enter(spaceId: string, space: SpaceIndex): void {
    spaces.set(spaceId, space);
    if (wide) wide.enter(spaceId, space);
    else if (spaces.size > MAX_SEPARATE_SPACES) {
      wide = createWideOrganization();
      for (const [id, one] of spaces) wide.enter(id, one);
    }
  }

  function leave(spaceId: string): void {
    wide?.leave(spaceId);
    spaces.delete(spaceId);
  }

  function release(spaceId: string): void {
    const space = spaces.get(spaceId);
    if (!space) return;
    if (space.size() === 0 && space.writers === 0) leave(spaceId);
    else void space.tidy();
  }

  function put(document: IndexedDocument): void {
    languages.add(document.language);
    documents.add(document);
  }

  return {
    spaces,
    wide: () => wide,
    languages,
    open(spaceId) {
      const known = spaces.get(spaceId);
      if (known) return known;
      const space = createSpaceIndex();
      enter(spaceId, space);
      return space;
    },
    release,
    put,
    restore(spaceId, space) {
      if (spaces.has(spaceId)) return;
      enter(spaceId, space);
      for (const document of [...space.documents]) {
        const others = documents.of(document.id);
        const newest = Math.max(document.generation, ...others.map(({ generation }) => generation));
        put(document);
        // A document that moved to another space between two file writes is in both files: the older part is removed.
        for (const part of [document, ...others])
          if (part.generation < newest) {
            part.space.remove(part);
            documents.remove(part);
            release(part.spaceId);
          }
      }
    },
    removeDocument(documentId) {
      const removed = documents.of(documentId);
      for (const document of removed) {
        document.space.remove(document);
        documents.remove(document);
      }
      for (const document of removed) release(document.spaceId);
    },
    removeSpace(spaceId) {
      const space = spaces.get(spaceId);
      if (!space) return;
      for (const document of space.documents) documents.remove(document);
      leave(spaceId);
    },
  };
}
