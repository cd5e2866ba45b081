import type { LiveDocument, LiveSpace } from "../../indexes/records/live-rows.ts";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import type { ChunkText } from "../../records/documents/chunk-texts.ts";

/** A chunk that may be shown, with its document and space. */
export interface LiveChunk {
  readonly text: ChunkText;
  readonly document: LiveDocument;
  readonly space: Pick<LiveSpace, "id" | "name" | "description">;
}

/**
 * What a query may show at this moment. Every hit of an index is looked up here, so that a lagging index never shows
 * outdated text. Answers without a promise when nothing has to be read.
 */
export interface LiveRows {
  /**
   * The chunks with these ids, in the same places. Undefined for a chunk that does not belong to the organization, to the
   * current generation of a COMPLETED document, and to a space that is not archived.
   */
  chunks(orgId: string, ids: readonly string[]): LiveChunks | Promise<LiveChunks>;
  /** The active spaces with these ids or slugs that a scope includes, in any order. */
  spaces(
    scope: TenantScope,
    idsOrSlugs: readonly string[],
  ): readonly LiveSpace[] | Promise<readonly LiveSpace[]>;
}

/** Live chunks in the places of their ids. */
export type LiveChunks = readonly (LiveChunk | undefined)[];
