import type { LexicalIndex } from "@quarry/core";
import { createDocumentWriter } from "./document-writer.ts";
import { createOrganizations, type Organizations } from "./organization/organizations.ts";
import { sketchSpaces } from "./organization/sketch-spaces.ts";
import { searchSpaces } from "./search-spaces.ts";
import { createSnapshotFolder } from "./snapshots/snapshot-folder.ts";

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
 * @param options.onSkipped Receives the path of each file that `load` cannot read: it is damaged or of another version.
 * @param options.organizations Its content, for benchmarks of single steps.
 */
export function createMemoryLexicalIndex({
  snapshotFolder,
  onSkipped,
  organizations = createOrganizations(),
}: {
  readonly snapshotFolder?: string;
  readonly onSkipped?: (path: string) => void;
  readonly organizations?: Organizations;
} = {}): MemoryLexicalIndex {
  const { byId } = organizations;
  const writer = createDocumentWriter(organizations);
  const snapshots =
    snapshotFolder === undefined ? undefined : createSnapshotFolder(snapshotFolder, organizations, onSkipped);
  let lastSave = Promise.resolve();
  let isClosed = false;

  return {
    name: "memory",
    durable: false,
    replaceDocuments: writer.replace,
    async delete(selector) {
      writer.delete(selector);
    },
    async search(scope, query, topK, onAnalysis) {
      const found = await searchSpaces(organizations, scope, query, { each: topK, limit: topK }, onAnalysis);
      return { ...found, hits: found.hits.slice(0, Math.max(0, topK)) };
    },
    searchEach: (scope, query) =>
      searchSpaces(organizations, scope, query, { each: 1, limit: Number.POSITIVE_INFINITY }),
    sketch: (orgId, query, limit, except) => sketchSpaces(() => byId.get(orgId), query, limit, except),
    async *documents(orgId) {
      const spaces = [...(byId.get(orgId)?.spaces ?? [])];
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
    organizations: () => [...byId.keys()],
    async close() {
      isClosed = true;
      await lastSave;
      organizations.clear();
    },
  };
}
