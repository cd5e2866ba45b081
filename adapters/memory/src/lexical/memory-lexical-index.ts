import {
  type FilteredScope,
  type LexicalEntry,
  type LexicalHit,
  type LexicalIndex,
  type LexicalResult,
  matchesFilter,
} from "@quarry/core";
import { analyzeQuestion, type Language, mergeSpaces, type QuestionAnalysis } from "@quarry/core/internal";
import { detectLanguage } from "@quarry/core/internal/language";
import { createBreather } from "../breather.ts";
import { createOrganizationIndex, type OrganizationIndex } from "./organization-index.ts";
import { prepareDocument } from "./prepare-document.ts";
import { searchSpace } from "./search-space.ts";
import { sketchSpaces } from "./sketch-spaces.ts";
import { createSnapshotFolder } from "./snapshot-folder.ts";
import type { IndexedDocument } from "./space-index.ts";
import { createWriteOrder } from "./write-order.ts";

/** A lexical index in memory that can be kept in files, so that a restart need not analyze all texts again. */
export interface MemoryLexicalIndex extends LexicalIndex {
  /**
   * Takes in what was saved, as far as the files are whole and of this version; the rest it passes over. To be called
   * before anything else. What was written after the last save is missing then: compare `documents` with the source.
   */
  load(): Promise<void>;
  /**
   * Writes the spaces that have changed since their last save, with all that was written before this call. A second
   * save waits for the first. Rejects when a file could not be written; the others are.
   */
  save(): Promise<void>;
  /** Every organization that has chunks here. */
  organizations(): Iterable<string>;
}

/**
 * Makes an empty lexical index in this process's memory: per space one inverted index over words and character grams,
 * scored as packages/core/RANKING.md says. A score is the u of that page. Hits of several spaces are merged by
 * similarity, which reads large spaces more strictly, so between spaces of unlike size the order can differ
 * from the order of scores.
 * @param options.snapshotFolder Where `load` and `save` keep their files; without it they do nothing.
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
      // From here to the end nothing waits, so a search sees the old document or the new one.
      if (organizations.get(orgId) !== organization || !order.claim(key, ticket)) return;
      organization.removeDocument(documentId);
      for (const { document, chunks } of parts) {
        // A space that was deleted meanwhile stays deleted.
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

  /** @param each Hits of one space. */
  async function searchSpaces(scope: FilteredScope, query: string, each: number): Promise<LexicalResult> {
    const accepts = createGate(scope);
    const analyses = new Map<Language, QuestionAnalysis>();
    const chunkCounts = new Map<string, number>();
    const found: LexicalHit[] = [];
    let queryTerms = 0;
    const breathe = createBreather();
    for (const spaceId of new Set(scope.spaceIds)) {
      await breathe();
      const space = organizations.get(scope.orgId)?.spaces.get(spaceId);
      const language = space && space.size() > 0 ? space.language() : detectLanguage(query);
      const analysis = analyses.get(language) ?? analyzeQuestion(query, language);
      analyses.set(language, analysis);
      queryTerms = Math.max(queryTerms, analysis.termCount);
      chunkCounts.set(spaceId, space?.size() ?? 0);
      if (space)
        for (const hit of searchSpace(space, analysis, each, accepts)) found.push({ ...hit, spaceId });
    }
    return { hits: mergeSpaces(found, queryTerms, chunkCounts), queryTerms, chunkCounts };
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

/** Asks each document once whether a scope lets it through. */
function createGate({ documentIds, filter }: FilteredScope): (document: IndexedDocument) => boolean {
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
