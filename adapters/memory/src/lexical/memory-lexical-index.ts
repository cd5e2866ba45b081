import {
  type FilteredScope,
  type LexicalEntry,
  type LexicalHit,
  type LexicalIndex,
  type LexicalResult,
  matchesFilter,
} from "@quarry/core";
import { createSpaceQuestions, createYieldToEventLoop } from "@quarry/core/internal";
import { detectLanguage } from "@quarry/core/internal/language";
import { createOrganizationIndex, type OrganizationIndex } from "./organization/organization-index.ts";
import { sketchSpaces } from "./organization/sketch-spaces.ts";
import { createSnapshotFolder } from "./snapshots/snapshot-folder.ts";
import { prepareDocument } from "./space/prepare-document.ts";
import { searchSpace } from "./space/search-space.ts";
import type { IndexedDocument } from "./space/space-index.ts";
import { createWriteOrder } from "./write-order.ts";

/** A lexical index in memory that can be saved to files, so that a restart does not analyze all texts again. */
export interface MemoryLexicalIndex extends LexicalIndex {
  /**
   * Loads the saved spaces and skips files that are damaged or of another version. Call it before anything else.
   * Writes after the last save are missing afterwards: compare `documents` with the database.
   */
  load(): Promise<void>;
  /**
   * Saves the spaces that have changed since their last save, including all writes before this call. A second save
   * waits for the first. Rejects when a file could not be written; all other files are written nevertheless.
   */
  save(): Promise<void>;
  /** Every organization that has chunks in this index. */
  organizations(): Iterable<string>;
}

/**
 * Creates an empty lexical index in memory: one inverted index per space over words and character grams, scored as
 * packages/core/RANKING.md describes. A score is the u of that page. Hits of several spaces are merged by similarity,
 * which is stricter for large spaces, so their order can differ from the order of scores.
 * @param options.snapshotFolder Folder of the files of `load` and `save`; without it both do nothing.
 */
export function createMemoryLexicalIndex({
  snapshotFolder,
}: {
  readonly snapshotFolder?: string;
} = {}): MemoryLexicalIndex {
  const organizations = new Map<string, OrganizationIndex>();
  const order = createWriteOrder();
  const snapshots =
    snapshotFolder === undefined
      ? undefined
      : createSnapshotFolder(snapshotFolder, {
          organizations,
          open,
          release({ orgId, spaceId }) {
            organizations.get(orgId)?.release(spaceId);
            dropIfEmpty(orgId);
          },
        });
  let lastSave = Promise.resolve();
  let isClosed = false;

  function open(orgId: string): OrganizationIndex {
    const organization = organizations.get(orgId) ?? createOrganizationIndex();
    organizations.set(orgId, organization);
    return organization;
  }

  function dropIfEmpty(orgId: string): void {
    if (organizations.get(orgId)?.spaces.size === 0) organizations.delete(orgId);
  }

  async function replaceDocument(
    orgId: string,
    documentId: string,
    entries: readonly LexicalEntry[],
  ): Promise<void> {
    for (const entry of entries)
      if (entry.orgId !== orgId || entry.documentId !== documentId)
        throw new Error(`Chunk ${entry.id} does not belong to document ${documentId}`);
    const organization = open(orgId);
    const key = JSON.stringify([orgId, documentId]);
    const ticket = order.enter(key);
    const held = [...new Set(entries.map((entry) => entry.spaceId))].map(
      (spaceId) => [spaceId, organization.open(spaceId)] as const,
    );
    for (const [, space] of held) space.writers += 1;
    try {
      const parts = await prepareDocument(documentId, entries, new Map(held));
      // Synchronous from here on, so a search sees either the old document or the new one.
      if (organizations.get(orgId) !== organization || !order.claim(key, ticket)) return;
      organization.removeDocument(documentId);
      for (const { document, chunks } of parts) {
        // A space deleted in the meantime stays deleted.
        if (organization.spaces.get(document.spaceId) !== document.space) continue;
        document.space.add(document, chunks);
        organization.put(document);
      }
    } finally {
      order.leave(key);
      for (const [spaceId, space] of held) {
        space.writers -= 1;
        organization.release(spaceId);
      }
      dropIfEmpty(orgId);
    }
  }

  /** @param each Maximum number of hits per space. */
  async function searchSpaces(scope: FilteredScope, query: string, each: number): Promise<LexicalResult> {
    const accepts = createScopeFilter(scope);
    const spaceQuestions = createSpaceQuestions(query, detectLanguage);
    const hits: LexicalHit[] = [];
    const yieldToEventLoop = createYieldToEventLoop();
    for (const spaceId of new Set(scope.spaceIds)) {
      await yieldToEventLoop();
      const space = organizations.get(scope.orgId)?.spaces.get(spaceId);
      const chunkCount = space?.size() ?? 0;
      const language = chunkCount > 0 ? space?.language() : undefined;
      const analysis = spaceQuestions.analyzeFor(spaceId, chunkCount, language);
      if (space)
        for (const hit of searchSpace(space, analysis, each, accepts)) hits.push({ ...hit, spaceId });
    }
    return spaceQuestions.toResult(hits);
  }

  return {
    name: "memory",
    durable: false,
    async replaceDocuments(orgId, documents) {
      for (const { documentId, entries } of documents) await replaceDocument(orgId, documentId, entries);
    },
    async search(scope, query, topK) {
      const found = await searchSpaces(scope, query, topK);
      return { ...found, hits: found.hits.slice(0, Math.max(0, topK)) };
    },
    searchEach: (scope, query) => searchSpaces(scope, query, 1),
    sketch: (orgId, query, limit, except) =>
      sketchSpaces(() => organizations.get(orgId), query, limit, except),
    async delete(selector) {
      const { orgId } = selector;
      if ("documentId" in selector) {
        order.overtake(JSON.stringify([orgId, selector.documentId]));
        organizations.get(orgId)?.removeDocument(selector.documentId);
        dropIfEmpty(orgId);
      } else if ("spaceId" in selector) {
        organizations.get(orgId)?.removeSpace(selector.spaceId);
        dropIfEmpty(orgId);
      } else organizations.delete(orgId);
    },
    async *documents(orgId) {
      const spaces = [...(organizations.get(orgId)?.spaces ?? [])];
      for (const [spaceId, space] of spaces)
        for (const { id: documentId, generation, slots } of [...space.documents])
          yield { documentId, spaceId, generation, chunkCount: slots.length };
    },
    load: async () => snapshots?.load(),
    save() {
      const next = lastSave.then(() => (isClosed ? undefined : snapshots?.save()));
      lastSave = next.catch(() => {});
      return next;
    },
    organizations: () => [...organizations.keys()],
    async close() {
      isClosed = true;
      await lastSave;
      organizations.clear();
    },
  };
}

/** Creates a predicate for a scope's document ids and filter that evaluates each document's metadata once. */
function createScopeFilter({ documentIds, filter }: FilteredScope): (document: IndexedDocument) => boolean {
  const wanted = documentIds && new Set(documentIds);
  const known = new Map<IndexedDocument, boolean>();
  return (document) => {
    if (wanted && !wanted.has(document.id)) return false;
    if (!filter) return true;
    const before = known.get(document);
    if (before !== undefined) return before;
    const passes = matchesFilter(document.metadata, filter);
    known.set(document, passes);
    return passes;
  };
}
