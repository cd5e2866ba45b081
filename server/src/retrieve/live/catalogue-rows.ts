import type { LiveCatalogue } from "../../indexes/catalogue/live-catalogue.ts";
import type { LiveSpace } from "../../indexes/records/live-rows.ts";
import { sees } from "../../platform/access/tenant-scope.ts";
import type { Database } from "../../platform/database/database.ts";
import { type ChunkText, type ChunkTexts, readChunkTexts } from "../../records/documents/chunk-texts.ts";
import type { LiveChunk, LiveChunks, LiveRows } from "./live-rows.ts";

/**
 * Creates the live rows of a process that is the only writer: documents and spaces from its catalogue, texts from the
 * cache or by one statement.
 * @param inDatabase Answers for rows that a transaction is changing.
 */
export function createCatalogueRows(deps: {
  readonly catalogue: LiveCatalogue;
  readonly texts: ChunkTexts;
  readonly db: Database;
  readonly inDatabase: LiveRows;
}): LiveRows {
  const { catalogue, texts, db, inDatabase } = deps;

  /** True when a text has to be read: it is not cached, or of another generation than its live document. */
  function isUnread(orgId: string, text: ChunkText | undefined): boolean {
    if (!text) return true;
    const document = catalogue.document(orgId, text.documentId);
    return document !== undefined && document.generation !== text.generation;
  }

  async function readAndPick(
    orgId: string,
    ids: readonly string[],
    unread: readonly string[],
    cached: readonly (ChunkText | undefined)[],
  ): Promise<LiveChunks> {
    const read = new Map<string, ChunkText>();
    for (const text of await readChunkTexts(db, orgId, unread)) {
      texts.add(text);
      read.set(text.id, text);
    }
    return pick(
      orgId,
      ids,
      ids.map((id, at) => read.get(id) ?? cached[at]),
    );
  }

  /** Awaits nothing before all rows are picked, so that they are of one moment. */
  function pick(
    orgId: string,
    ids: readonly string[],
    found: readonly (ChunkText | undefined)[],
  ): LiveChunks | Promise<LiveChunks> {
    const live: (LiveChunk | undefined)[] = [];
    for (const text of found) {
      const document = text && catalogue.document(orgId, text.documentId);
      if (text && catalogue.isChanging(text.documentId)) return inDatabase.chunks(orgId, ids);
      if (document && catalogue.isChanging(document.spaceId)) return inDatabase.chunks(orgId, ids);
      const space = document && catalogue.space(orgId, document.spaceId);
      // The document changed while its text was read.
      if (space && document.generation !== text?.generation) return inDatabase.chunks(orgId, ids);
      live.push(text && document && space ? { text, document, space } : undefined);
    }
    return live;
  }

  return {
    chunks(orgId, ids) {
      const cached = ids.map((id) => texts.get(id));
      const unread = ids.filter((_, at) => isUnread(orgId, cached[at]));
      return unread.length === 0 ? pick(orgId, ids, cached) : readAndPick(orgId, ids, unread, cached);
    },

    spaces(scope, idsOrSlugs) {
      const found: LiveSpace[] = [];
      for (const name of idsOrSlugs) {
        const space = catalogue.space(scope.orgId, name);
        // An unknown name may be the new slug of a space that is changing. A space outside the scope takes as long as one
        // that does not exist.
        if (!space || !sees(scope, space.id) || catalogue.isChanging(space.id))
          return inDatabase.spaces(scope, idsOrSlugs);
        found.push(space);
      }
      return found;
    },
  };
}
