import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Embedder } from "@quarry/core";
import { createBuiltinEmbedder } from "@quarry/embedders";
import { createMemoryLexicalIndex, createMemoryVectorStore } from "@quarry/memory";
import { sql } from "drizzle-orm";
import { loadCatalogue } from "../../../server/src/indexes/catalogue/load-catalogue.ts";
import { openEmbeddingModels } from "../../../server/src/indexes/embeddings/embedding-models.ts";
import { embeddingHash, embeddingText } from "../../../server/src/indexes/embeddings/embedding-text.ts";
import type { IndexedDocument } from "../../../server/src/indexes/records/index-change.ts";
import { writeLexical, writeVectors } from "../../../server/src/indexes/records/index-records.ts";
import type { OpenDatabase } from "../../../server/src/platform/database/database.ts";
import { openEmbeddedDatabase } from "../../../server/src/platform/database/embedded/open-embedded.ts";
import { insertRows } from "../../../server/src/platform/database/insert-rows.ts";
import { migrateDatabase } from "../../../server/src/platform/database/migrate.ts";
import { chunks, documents, spaces } from "../../../server/src/platform/database/tables/document-tables.ts";
import { organizations } from "../../../server/src/platform/database/tables/organization-tables.ts";
import { createConsoleLog } from "../../../server/src/platform/log/log.ts";
import { createChunkTexts } from "../../../server/src/records/documents/chunk-texts.ts";
import { createCatalogueRows } from "../../../server/src/retrieve/live/catalogue-rows.ts";
import { createDatabaseRows } from "../../../server/src/retrieve/live/database-rows.ts";
import type { LiveRows } from "../../../server/src/retrieve/live/live-rows.ts";
import { createQueryService } from "../../../server/src/retrieve/query-service.ts";
import { createReranking } from "../../../server/src/retrieve/rerank/rerank.ts";
import { createLegSearch } from "../../../server/src/retrieve/search/search-legs.ts";
import { createStoredScores } from "../../../server/src/retrieve/search/stored-scores.ts";
import { createVectorSearch } from "../../../server/src/retrieve/search/vector-search.ts";
import { Progress } from "../../eval/progress.ts";
import type { Corpus } from "../lexical-corpus.ts";

const ORG = "org_bench";
const SPACE = "spc_bench";
const CHUNKS_PER_DOCUMENT = 10;
const DOCUMENT_BATCH = 50;
const TEXT_CACHE_BYTES = 32_000_000;
const TEXT_FILE_BYTES = 2_000_000_000;
/** One in this many documents matches the filter `{ rare: true }`. */
const RARE_EVERY = 50;

/** A filled space and the services that query it. */
export type FilledSpace = Awaited<ReturnType<typeof fillSpace>>;

/** Options of {@link fillSpace}. */
export interface FillOptions {
  readonly chunkCount: number;
  readonly corpus: Corpus;
  /** Number of passages to return as samples for questions. */
  readonly sampled: number;
  /** Folder in which to keep the space for later runs. The first run fills it. */
  readonly keptIn: string | undefined;
}

/** Fills a space directly: rows into an embedded database, and the same documents into in-memory indexes. */
export async function fillSpace({ chunkCount, corpus, sampled, keptIn }: FillOptions) {
  const dataDir = keptIn ?? (await mkdtemp(join(tmpdir(), "quarry-bench-")));
  await mkdir(dataDir, { recursive: true });
  const samplesFile = join(dataDir, "samples.json");
  const isFilled = existsSync(samplesFile);
  const database = await openEmbeddedDatabase(join(dataDir, "postgres"));
  const { db } = database;
  const lexical = createMemoryLexicalIndex({ snapshotFolder: join(dataDir, "lexical") });
  const vectors = createMemoryVectorStore({ snapshotFolder: join(dataDir, "vectors") });
  const embedder = createBuiltinEmbedder();

  async function fill(): Promise<string[]> {
    await migrateDatabase(database);
    await insertOwners(database);
    const samples: string[] = [];
    const documentCount = Math.ceil(chunkCount / CHUNKS_PER_DOCUMENT);
    const sampleEvery = Math.max(1, Math.floor((documentCount * CHUNKS_PER_DOCUMENT) / sampled));
    const progress = new Progress("chunks", documentCount * CHUNKS_PER_DOCUMENT);
    for (let start = 0; start < documentCount; start += DOCUMENT_BATCH) {
      const count = Math.min(DOCUMENT_BATCH, documentCount - start);
      const made = await makeDocuments(start, count, corpus, embedder);
      const change = { kind: "documents", orgId: ORG, documents: made } as const;
      await Promise.all([insertDocuments(database, made), writeLexical(lexical, change)]);
      await writeVectors(vectors, change, vectors.capabilities.maxBatch);
      for (const [at, { content }] of made.flatMap(({ chunks }) => chunks).entries())
        if ((start * CHUNKS_PER_DOCUMENT + at) % sampleEvery === 0) samples.push(content);
      progress.advance(count * CHUNKS_PER_DOCUMENT);
    }
    progress.end();
    await vectors.settled();
    await db.execute(sql`vacuum (analyze)`);
    console.log(`filled in ${progress.seconds.toFixed(0)} s`);
    if (keptIn === undefined) return samples.slice(0, sampled);
    await Promise.all([lexical.save(), vectors.save()]);
    await writeFile(samplesFile, JSON.stringify(samples.slice(0, sampled)));
    return samples.slice(0, sampled);
  }

  async function load(): Promise<string[]> {
    await Promise.all([lexical.load(), vectors.load()]);
    await vectors.settled();
    return JSON.parse(await readFile(samplesFile, "utf8")) as string[];
  }

  const samples = isFilled ? await load() : await fill();
  const models = await openEmbeddingModels({
    ...{ database, log: createConsoleLog(), configured: embedder, isDeciding: true },
    embedderOfName: () => undefined,
  });
  // Bypasses the server's cache of question vectors.
  const questions = {
    embed: async (by: Embedder, question: string) => embedOne(by, question),
    reads: { cache: 0, embedder: 0 },
  };
  const storedScores = createStoredScores(db);
  const vectorSearch = createVectorSearch({
    ...{ vectors, storedScores, models, questions },
    isInProcess: true,
  });
  const legSearch = createLegSearch({ lexical, vectorSearch });
  const reranking = createReranking({ reranker: undefined });
  const texts = createChunkTexts(join(dataDir, "texts"), TEXT_CACHE_BYTES, TEXT_FILE_BYTES);
  const inDatabase = createDatabaseRows({ db, lookups: database.lookups, texts });
  const { catalogue } = await loadCatalogue(db);
  const live: LiveRows = createCatalogueRows({ catalogue, texts, db, inDatabase });
  return {
    ...{ orgId: ORG, spaceId: SPACE, live, lexical, vectors, embedder, samples },
    queries: createQueryService({ db, live, legSearch, reranking, ready: Promise.resolve() }),
    async close() {
      await models.close();
      await Promise.all([lexical.close(), vectors.close()]);
      texts.close();
      await database.close();
      if (keptIn === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Embeds a question. */
export async function embedOne(embedder: Embedder, question: string): Promise<Float32Array> {
  const [vector] = await embedder.embed([question], "query");
  if (!vector) throw new Error("The embedder returned no vector.");
  return vector;
}

async function insertOwners({ db }: OpenDatabase): Promise<void> {
  const now = new Date();
  await db
    .insert(organizations)
    .values({ id: ORG, name: "Bench", slug: ORG, tier: "sandbox", createdAt: now });
  await db.insert(spaces).values({
    ...{ id: SPACE, orgId: ORG, name: "Bench", slug: "bench", description: "", icon: "folder" },
    ...{ isArchived: false, archivedAt: null, metadata: {}, createdAt: now, updatedAt: now },
  });
}

async function makeDocuments(
  start: number,
  count: number,
  corpus: Corpus,
  embedder: Embedder,
): Promise<IndexedDocument[]> {
  const contents = Array.from({ length: count * CHUNKS_PER_DOCUMENT }, () => corpus.passage());
  const vectors: Float32Array[] = [];
  for (let at = 0; at < contents.length; at += embedder.maxBatch)
    vectors.push(...(await embedder.embed(contents.slice(at, at + embedder.maxBatch), "document")));
  return Array.from({ length: count }, (_, at): IndexedDocument => {
    const number = start + at;
    const id = `doc_${String(number).padStart(8, "0")}`;
    const filename = `document-${number}.txt`;
    const ownChunks = Array.from({ length: CHUNKS_PER_DOCUMENT }, (_, index) => {
      const place = at * CHUNKS_PER_DOCUMENT + index;
      const content = contents[place] ?? "";
      return { id: `chk_${id}_${index}`, content, context: "", headings: [], vector: vectors[place] };
    });
    return {
      ...{ id, orgId: ORG, spaceId: SPACE, generation: 1, filename, title: null, model: embedder.model },
      metadata: { rare: number % RARE_EVERY === 0, number },
      chunks: ownChunks,
    };
  });
}

async function insertDocuments({ db }: OpenDatabase, made: readonly IndexedDocument[]): Promise<void> {
  const now = new Date();
  await insertRows(
    db,
    documents,
    made.map(({ id, orgId, spaceId, filename, title, model, generation, metadata, chunks }) => ({
      ...{ id, orgId, spaceId, filename, title, generation, metadata, mimeType: "text/plain" },
      ...{ fileSize: 0, blobKey: id, storageUrl: id, contentHash: id, status: "COMPLETED" as const },
      ...{ embeddingModel: model, indexingType: "text" as const, chunkCount: chunks.length },
      ...{ createdAt: now, updatedAt: now },
    })),
    sql``,
  );
  await insertRows(
    db,
    chunks,
    made.flatMap(({ id: documentId, orgId, generation, chunks }) =>
      chunks.map(({ id, content, context, headings }, chunkIndex) => ({
        ...{ id, orgId, documentId, generation, chunkIndex, content, context, metadata: {} },
        embeddingHash: embeddingHash(embeddingText({ headings, context, content })),
      })),
    ),
    sql``,
  );
}
