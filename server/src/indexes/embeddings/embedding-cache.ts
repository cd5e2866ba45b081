import { type Embedder, QuarryError } from "@quarry/core";
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { insertRows } from "../../platform/database/insert-rows.ts";
import { embeddings } from "../../platform/database/tables/index-tables.ts";
import { fromBytes, toBytes } from "./vector-bytes.ts";

/** Embeds each text once for each organization and model, whatever document it stands in. */
export interface EmbeddingCache {
  /**
   * Vectors of `texts` (by hash), and which of them are new. These are stored batch by batch, so that a failure
   * half-way loses nothing paid. A text that is known to be refused has an empty vector.
   * @throws QuarryError `unavailable` when the provider is away or its vectors have the wrong length.
   */
  embed(
    embedder: Embedder,
    orgId: string,
    texts: ReadonlyMap<string, string>,
    onProgress?: (done: number, total: number) => void,
  ): Promise<EmbeddedTexts>;
  /** Keeps vectors that were paid for elsewhere, by the hashes of their texts; an empty one is of a text that is refused. */
  keep(model: string, orgId: string, vectors: ReadonlyMap<string, Float32Array>): Promise<void>;
  /** Notes that a model's provider refuses a text, so that it is not asked again. */
  refuse(embedder: Embedder, orgId: string, hash: string): Promise<void>;
}

/** Vectors by the hashes of their texts. */
export interface EmbeddedTexts {
  readonly vectors: ReadonlyMap<string, Float32Array>;
  /** Hashes of those that the embedder was asked for; all others were there. */
  readonly embedded: ReadonlySet<string>;
}

const LOAD_BATCH = 1000;

/** Stored vectors of one model, by hash; those not stored are absent. */
export async function loadEmbeddings(
  db: Database,
  orgId: string,
  model: string,
  hashes: readonly string[],
): Promise<Map<string, Float32Array>> {
  const found = new Map<string, Float32Array>();
  for (let start = 0; start < hashes.length; start += LOAD_BATCH) {
    const rows = await db
      .select({ hash: embeddings.hash, vector: embeddings.vector })
      .from(embeddings)
      .where(
        and(
          eq(embeddings.orgId, orgId),
          eq(embeddings.model, model),
          sql`${embeddings.hash} = any(${sql.param(hashes.slice(start, start + LOAD_BATCH))}::text[])`,
        ),
      );
    for (const row of rows) found.set(row.hash, fromBytes(row.vector));
  }
  return found;
}

/** Creates the cache over the database's table of embeddings. */
export function createEmbeddingCache(db: Database): EmbeddingCache {
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
          `The embedder ${model} answered a vector of ${vector?.length ?? 0} numbers where ${dimensions} were expected.`,
        );
      return { hash, vector };
    });
    await store(orgId, model, rows);
    return rows;
  }

  async function store(
    orgId: string,
    model: string,
    rows: readonly { readonly hash: string; readonly vector: Float32Array }[],
  ): Promise<void> {
    const stored = rows
      // In one order everywhere, or two that write the same texts may block each other.
      .toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
      .map(({ hash, vector }) => ({ orgId, model, hash, vector: toBytes(vector) }));
    await insertRows(db, embeddings, stored, sql`on conflict do nothing`);
  }

  return {
    async embed(embedder, orgId, texts, onProgress) {
      const vectors = await loadEmbeddings(db, orgId, embedder.model, [...texts.keys()]);
      const missing = [...texts].filter(([hash]) => !vectors.has(hash));
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
