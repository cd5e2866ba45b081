import { type Embedder, QuarryError } from "@quarry/core";
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { embeddings } from "../../platform/database/tables/index-tables.ts";
import { type HashedVector, insertVectors } from "./insert-vectors.ts";
import { fromBytes } from "./vector-bytes.ts";

/** Embeds each text once per organization and model, and stores the vectors in the database. */
export interface EmbeddingCache {
  /**
   * Returns the vectors of `texts` (by hash) and which of them are new. Stores new vectors batch by batch, so that a
   * failure loses no vector that was paid for. A text that the provider rejects has an empty vector.
   * @throws QuarryError `unavailable` when the provider is unavailable or its vectors have the wrong length.
   */
  embed(
    embedder: Embedder,
    orgId: string,
    texts: ReadonlyMap<string, string>,
    onProgress?: (done: number, total: number) => void,
  ): Promise<EmbeddedTexts>;
  /** Stores existing vectors by the hashes of their texts. An empty vector marks a text that the provider rejects. */
  keep(model: string, orgId: string, vectors: ReadonlyMap<string, Float32Array>): Promise<void>;
  /** Records that a model's provider rejects a text, so that it is not sent again. */
  refuse(embedder: Embedder, orgId: string, hash: string): Promise<void>;
  /** How many texts of documents came from the cache and how many from the embedder. */
  readonly reads: { cache: number; embedder: number };
}

/** Vectors by the hashes of their texts. */
export interface EmbeddedTexts {
  readonly vectors: ReadonlyMap<string, Float32Array>;
  /** The hashes of the texts that were sent to the embedder; the others were cached. */
  readonly embedded: ReadonlySet<string>;
}

const LOAD_BATCH = 1000;

/** Loads the stored vectors of one model, by hash. */
export async function loadEmbeddings(
  db: Database,
  orgId: string,
  model: string,
  hashes: readonly string[],
): Promise<Map<string, Float32Array>> {
  return loadBatches(hashes, (batch) =>
    db
      .select({ hash: embeddings.hash, vector: embeddings.vector })
      .from(embeddings)
      .where(isOneOf(orgId, model, batch)),
  );
}

async function loadBatches(
  hashes: readonly string[],
  load: (batch: readonly string[]) => PromiseLike<readonly { hash: string; vector: Uint8Array }[]>,
): Promise<Map<string, Float32Array>> {
  const found = new Map<string, Float32Array>();
  for (let start = 0; start < hashes.length; start += LOAD_BATCH)
    for (const { hash, vector } of await load(hashes.slice(start, start + LOAD_BATCH)))
      found.set(hash, fromBytes(vector));
  return found;
}

function isOneOf(orgId: string, model: string, hashes: readonly string[]): SQL {
  return sql`${embeddings.orgId} = ${orgId} and ${embeddings.model} = ${model}
    and ${embeddings.hash} = any(${sql.param(hashes)}::text[])`;
}

/**
 * Loads stored vectors as `loadEmbeddings`, and marks them as used, so that they are kept until the document that needs them
 * has its chunks. Leaves out vectors that are deleted in the meantime.
 */
async function loadToUse(
  db: Database,
  orgId: string,
  model: string,
  hashes: readonly string[],
): Promise<Map<string, Float32Array>> {
  // Twice a day is enough: one that was used half a day ago is kept for another half.
  const isRecent = sql`${embeddings.usedAt} >= now() - interval '12 hours'`;
  return loadBatches(hashes, (batch) => {
    const wanted = isOneOf(orgId, model, batch);
    return db.execute<{ hash: string; vector: Uint8Array }>(sql`
      with stale as materialized (
        -- In one order for all callers, so that they do not deadlock.
        select hash from ${embeddings} where ${wanted} and not ${isRecent} order by hash for no key update
      ), marked as (
        update ${embeddings} set used_at = now() where ${wanted} and hash in (select hash from stale) returning hash
      )
      select hash, vector from ${embeddings} where ${wanted} and (${isRecent} or hash in (select hash from marked))`);
  });
}

/** Creates the cache on the table of embeddings. */
export function createEmbeddingCache(db: Database): EmbeddingCache {
  const reads = { cache: 0, embedder: 0 };

  async function embedBatch(
    embedder: Embedder,
    orgId: string,
    batch: readonly (readonly [hash: string, text: string])[],
  ) {
    const { model, dimensions } = embedder;
    const vectors = await embedder.embed(
      batch.map(([, text]) => text),
      "document",
    );
    const rows = batch.map(([hash], index) => {
      const vector = vectors[index];
      if (vector?.length !== dimensions)
        throw new QuarryError(
          "unavailable",
          `The embedder ${model} returned a vector with ${vector?.length ?? 0} dimensions instead of ${dimensions}.`,
        );
      return { hash, vector };
    });
    await store(orgId, model, rows);
    return rows;
  }

  async function store(orgId: string, model: string, rows: readonly HashedVector[]): Promise<void> {
    // Always in the same order, so that concurrent writers of the same texts do not deadlock.
    await insertVectors(
      db,
      orgId,
      model,
      rows.toSorted((a, b) => (a.hash < b.hash ? -1 : 1)),
    );
  }

  return {
    reads,

    async embed(embedder, orgId, texts, onProgress) {
      const vectors = await loadToUse(db, orgId, embedder.model, [...texts.keys()]);
      const missing = [...texts].filter(([hash]) => !vectors.has(hash));
      reads.cache += texts.size - missing.length;
      reads.embedder += missing.length;
      for (let start = 0; start < missing.length; start += embedder.maxBatch) {
        const batch = missing.slice(start, start + embedder.maxBatch);
        for (const { hash, vector } of await embedBatch(embedder, orgId, batch)) vectors.set(hash, vector);
        onProgress?.(vectors.size, texts.size);
      }
      return { vectors, embedded: new Set(missing.map(([hash]) => hash)) };
    },

    async keep(model, orgId, vectors) {
      const rows = [...vectors].map(([hash, vector]) => ({ hash, vector }));
      for (let start = 0; start < rows.length; start += LOAD_BATCH)
        await store(orgId, model, rows.slice(start, start + LOAD_BATCH));
    },

    async refuse({ model }, orgId, hash) {
      await db
        .insert(embeddings)
        .values({ orgId, model, hash, vector: new Uint8Array() })
        .onConflictDoNothing();
    },
  };
}
