import { sql } from "drizzle-orm";
import type { Run } from "../../sql/sql-executor.ts";
import { numbers } from "../../sql/sql-values.ts";
import { SegmentGone } from "./segment-gone.ts";
import { createSizedCache } from "./sized-cache.ts";

/** A chunk with its name and, if they were asked for, its words. */
export interface StoredChunk {
  readonly id: string;
  readonly documentId: string;
  readonly words: Uint32Array;
}

/** Where a chunk is, and what is asked of it. */
export interface ChunkPlace {
  readonly writeNo: number;
  readonly ordinal: number;
  readonly withWords: boolean;
}

/** Reads chunks; what was read before comes out of memory, since a write's chunks never change. */
export interface StoredChunks {
  /**
   * The chunks, in the order of the places.
   * @throws SegmentGone when one is no longer there.
   */
  read(run: Run, orgId: string, places: readonly ChunkPlace[]): Promise<StoredChunk[]>;
}

const NO_WORDS = new Uint32Array();
/** Rows in one statement. */
const BATCH = 2000;

/** Makes the memory of chunks. @param memoryBytes What it may keep in memory. */
export function createStoredChunks(memoryBytes: number): StoredChunks {
  const known = createSizedCache<StoredChunk>(memoryBytes);
  const nameOf = (orgId: string, { writeNo, ordinal, withWords }: ChunkPlace) =>
    `${orgId}/${writeNo} ${ordinal}${withWords ? "w" : ""}`;

  return {
    async read(run, orgId, places) {
      const found = places.map((place) => known.get(nameOf(orgId, place)));
      const missing = [...places.keys()].filter((at) => found[at] === undefined);
      for (let start = 0; start < missing.length; start += BATCH) {
        const part = missing.slice(start, start + BATCH);
        const rows = await fetchChunks(
          run,
          orgId,
          part.map((at) => places[at] as ChunkPlace),
        );
        if (rows.length < part.length) throw new SegmentGone();
        for (const row of rows) {
          const at = part[Number(row.at) - 1] as number;
          const words = row.words instanceof Uint8Array ? readWords(row.words) : NO_WORDS;
          const chunk = { id: String(row.id), documentId: String(row.document_id), words };
          found[at] = chunk;
          const size = words.byteLength + 2 * (chunk.id.length + chunk.documentId.length);
          known.set(nameOf(orgId, places[at] as ChunkPlace), chunk, size);
        }
      }
      return found as StoredChunk[];
    },
  };
}

function fetchChunks(run: Run, orgId: string, places: readonly ChunkPlace[]) {
  const column = (pick: (place: ChunkPlace) => number, type: "int" | "bigint") =>
    numbers(places.map(pick), type);
  return run(sql`
    select at, chunk.id, document.document_id, chunk.words
    from unnest(
      ${column(({ writeNo }) => writeNo, "bigint")}, ${column(({ ordinal }) => ordinal, "int")},
      ${column(({ withWords }) => (withWords ? 1 : 0), "int")}
    ) with ordinality as places(write_no, ordinal, with_words, at)
    cross join lateral (
      select id, case when places.with_words = 1 then words end as words from lexical_chunks
      where org_id = ${orgId} and write_no = places.write_no and ordinal = places.ordinal limit 1
    ) as chunk
    cross join lateral (
      select document_id from lexical_documents
      where org_id = ${orgId} and write_no = places.write_no limit 1
    ) as document`);
}

function readWords(bytes: Uint8Array): Uint32Array {
  // A copy, since numbers of 4 bytes must start at a multiple of 4.
  return new Uint32Array(new Uint8Array(bytes).buffer);
}
