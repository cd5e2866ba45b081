import { createYieldToEventLoop, type PassageFingerprint } from "@quarry/core/internal";
import type { PassageMetadata } from "@quarry/schema";
import { and, eq, sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import type { Database } from "../../platform/database/database.ts";
import { chunks } from "../../platform/database/tables/document-tables.ts";
import { storedMetadata } from "./stored-metadata.ts";
import { createTextFile } from "./text-file.ts";

/** The text of a chunk in one generation of its document. It never changes: every change raises the generation. */
export interface ChunkText {
  readonly id: string;
  readonly documentId: string;
  readonly generation: number;
  readonly chunkIndex: number;
  readonly content: string;
  readonly context: string;
  readonly metadata: PassageMetadata;
  /** Kept with the text once it is known. */
  fingerprint?: PassageFingerprint;
}

/** Texts at hand without the database, by chunk id: the last that queries returned in memory, many more in a file. */
export interface ChunkTexts {
  get(id: string): ChunkText | undefined;
  /** Takes texts that a query needs. */
  add(text: ChunkText): void;
  /**
   * Takes texts that were just committed, with their metadata as they came. Yields to the event loop: a document may have
   * twenty thousand.
   */
  addWritten(texts: readonly ChunkText[]): Promise<void>;
  /** Takes stored texts that no query needs yet. */
  fill(texts: readonly ChunkText[]): void;
  /** True when texts would soon replace others. */
  isHalfFull(): boolean;
  /** How many texts were found where; `database` for texts that were not at hand. */
  readonly reads: { memory: number; file: number; database: number };
  close(): void;
}

/** Objects and short strings of a text. */
const BASE_BYTES = 600;
/** The text's characters, and its fingerprint: four bytes for each word. */
const BYTES_PER_CHARACTER = 2;
/** The numbers of a line's rectangle. */
const BYTES_PER_LINE = 80;
const TEXTS_PER_WRITE = 100;

/** Creates the cache. @param path Of the file; the file takes up to `fileBytes`. */
export function createChunkTexts(path: string, memoryBytes: number, fileBytes: number): ChunkTexts {
  const file = createTextFile(path, fileBytes);
  const recent = new LRUCache<string, ChunkText>({
    maxSize: memoryBytes,
    sizeCalculation: ({ content, context, metadata: { rectangles = [] } }) =>
      BASE_BYTES +
      (content.length + context.length) * BYTES_PER_CHARACTER +
      rectangles.reduce((sum, { lines }) => sum + lines.length * BYTES_PER_LINE, 0),
  });

  const reads = { memory: 0, file: 0, database: 0 };

  function readFromFile(id: string): ChunkText | undefined {
    const bytes = file.get(id);
    reads[bytes ? "file" : "database"] += 1;
    if (!bytes) return undefined;
    const text = JSON.parse(bytes.toString()) as ChunkText;
    recent.set(id, text);
    return text;
  }

  return {
    get(id) {
      const text = recent.get(id);
      if (!text) return readFromFile(id);
      reads.memory += 1;
      return text;
    },
    reads,
    add(text) {
      recent.set(text.id, text);
      file.add([toEntry(text)]);
    },
    async addWritten(texts) {
      for (const { id } of texts) recent.delete(id);
      const yieldToEventLoop = createYieldToEventLoop();
      for (let start = 0; start < texts.length; start += TEXTS_PER_WRITE) {
        await yieldToEventLoop();
        file.add(
          texts
            .slice(start, start + TEXTS_PER_WRITE)
            .map((text) => toEntry({ ...text, metadata: storedMetadata(text.metadata) })),
        );
      }
    },
    fill: (texts) => file.add(texts.map(toEntry)),
    isHalfFull: file.isHalfFull,
    close: file.close,
  };
}

function toEntry(text: ChunkText): readonly [id: string, bytes: Buffer] {
  const { id, documentId, generation, chunkIndex, content, context, metadata } = text;
  const stored = { id, documentId, generation, chunkIndex, content, context, metadata };
  return [id, Buffer.from(JSON.stringify(stored))];
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
