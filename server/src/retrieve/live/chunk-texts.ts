import type { PassageFingerprint } from "@quarry/core/internal";
import type { Metadata } from "@quarry/schema";
import { and, eq, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Database } from "../../platform/database/database.ts";
import { chunks } from "../../platform/database/tables/document-tables.ts";

/** The text of a chunk in one generation of its document. It never changes: every change raises the generation. */
export interface ChunkText {
  readonly id: string;
  readonly documentId: string;
  readonly generation: number;
  readonly chunkIndex: number;
  readonly content: string;
  readonly context: string;
  readonly metadata: Metadata;
  /** Kept with the text once it is known. */
  fingerprint?: PassageFingerprint;
}

/** The texts that queries returned last, by chunk id. */
export interface ChunkTexts {
  get(id: string): ChunkText | undefined;
  add(text: ChunkText): void;
}

/** Objects and short strings of a text. */
const BASE_BYTES = 600;
/** The text's characters, and its fingerprint: four bytes for each word. */
const BYTES_PER_CHARACTER = 2;

/** Creates the cache. */
export function createChunkTexts(maxBytes: number): ChunkTexts {
  const cache = new LRUCache<string, ChunkText>({
    maxSize: maxBytes,
    sizeCalculation: ({ content, context }) =>
      BASE_BYTES + (content.length + context.length) * BYTES_PER_CHARACTER,
  });
  return {
    get: (id) => cache.get(id),
    add: (text) => void cache.set(text.id, text),
  };
}

/** Reads the current texts of chunks of an organization, live or not. */
export async function readChunkTexts(
  db: Database,
  orgId: string,
  ids: readonly string[],
): Promise<ChunkText[]> {
  const query = textQueries.get(db) ?? prepareTexts(db);
  textQueries.set(db, query);
  return query.execute({ orgId, ids });
}

/** Prepared once: building the statement takes about as long as running it. */
const textQueries = new WeakMap<Database, ReturnType<typeof prepareTexts>>();

function prepareTexts(db: Database) {
  const { id, documentId, generation, chunkIndex, content, context, metadata } = chunks;
  return db
    .select({ id, documentId, generation, chunkIndex, content, context, metadata })
    .from(chunks)
    .where(
      and(eq(chunks.orgId, sql.placeholder("orgId")), sql`${id} = any(${sql.placeholder("ids")}::text[])`),
    )
    .prepare("chunk_texts");
}
