import { sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Run } from "../../sql/sql-executor.ts";
import { numbers } from "../../sql/sql-values.ts";
import { SegmentGone } from "./segment-gone.ts";

/** A chunk with its ids and, if requested, its words. */
export interface StoredChunk {
  readonly id: string;
  readonly documentId: string;
  readonly words: Uint32Array;
}

/** The location of a chunk, and whether to read its words. */
export interface ChunkPlace {
  readonly writeNo: number;
  readonly ordinal: number;
  readonly withWords: boolean;
}

/** Reads chunks and caches them: the chunks of a write never change. */
export interface StoredChunks {
  /**
   * Reads the chunks, in the order of the places.
   * @throws SegmentGone when one no longer exists.
   */
  read(run: Run, orgId: string, places: readonly ChunkPlace[]): Promise<StoredChunk[]>;
}

/** A cached chunk; without words when nothing has asked for them. */
type KeptChunk = StoredChunk & { readonly hasWords: boolean };

const NO_WORDS = new Uint32Array();
/** Chunks of a document, and writes, that number keys have room for. */
const ORDINALS = 2 ** 13;
const WRITES = 2 ** 40;
/** Estimated bytes of a chunk without its words and ids. */
const CHUNK_BYTES = 300;
/** Maximum number of rows per statement. */
const BATCH = 2000;

/**
 * Creates a reader with an empty cache.
 * @param memoryBytes Maximum memory of the cache.
 */
export function createStoredChunks(memoryBytes: number): StoredChunks {
  // The least recently used leave: with two generations, a quarter of the look-ups missed where nearly all chunks fit.
  const cache = new LRUCache<number | string, KeptChunk>({ maxSize: Math.max(1, Math.floor(memoryBytes)) });
  // Write numbers are drawn from one sequence for all organizations. Numbers are much faster keys than strings.
  const keyOf = ({ writeNo, ordinal }: ChunkPlace) =>
    ordinal < ORDINALS && writeNo < WRITES ? writeNo * ORDINALS + ordinal : `${writeNo} ${ordinal}`;

  return {
    async read(run, orgId, places) {
      const found = places.map((place): StoredChunk | undefined => {
        const kept = cache.get(keyOf(place));
        return kept && (kept.hasWords || !place.withWords) ? kept : undefined;
      });
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
          const { withWords: hasWords } = places[at] as ChunkPlace;
          const chunk = { id: String(row.id), documentId: String(row.document_id), words, hasWords };
          found[at] = chunk;
          const size = CHUNK_BYTES + words.byteLength + chunk.id.length + chunk.documentId.length;
          cache.set(keyOf(places[at] as ChunkPlace), chunk, { size });
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
  // Copied, because a Uint32Array must start at a multiple of 4 bytes.
  return new Uint32Array(new Uint8Array(bytes).buffer);
}
