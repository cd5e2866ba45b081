import type { Embedder } from "@quarry/core";
import type { EmbeddedTexts } from "../../indexes/embeddings/embedding-cache.ts";
import type { IngestDeps } from "../ingest-deps.ts";
import type { PreparedDocument } from "../prepare/prepare-document.ts";

/** Vectors that were computed elsewhere, by the hashes of their texts. Empty for texts that the model refuses. */
export interface KnownVectors {
  readonly model: string;
  readonly dimensions: number;
  readonly byHash: ReadonlyMap<string, Float32Array>;
}

/** A prepared document, with the vectors that came with it. */
export interface DocumentToEmbed {
  readonly prepared: PreparedDocument;
  readonly vectors: KnownVectors | undefined;
}

/** The vectors of a batch of documents, and the embedder that they belong to. */
export interface EmbeddedDocuments extends EmbeddedTexts {
  readonly embedder: Embedder;
}

/**
 * Embeds the chunks of some documents of an organization through the embedding cache, with the model for new documents.
 * Uses the documents' own vectors if they are of that model.
 * @param onProgress Called with the number of embedded texts and the number of all texts, starting at 0.
 * @throws QuarryError As `EmbeddingCache.embed`; not retryable when the provider refuses a text.
 */
export async function embedDocuments(
  { models, embeddings }: Pick<IngestDeps, "models" | "embeddings">,
  orgId: string,
  documents: readonly DocumentToEmbed[],
  onProgress?: (done: number, total: number) => void,
): Promise<EmbeddedDocuments> {
  const texts = new Map<string, string>();
  for (const { prepared } of documents)
    for (const { embeddingHash, embeddingText } of prepared.chunks) texts.set(embeddingHash, embeddingText);
  onProgress?.(0, texts.size);
  const embedder = models.writing();
  for (const { vectors } of documents)
    if (vectors?.model === embedder.model && vectors.dimensions === embedder.dimensions)
      await embeddings.keep(embedder.model, orgId, vectors.byHash);
  return { embedder, ...(await embeddings.embed(embedder, orgId, texts, onProgress)) };
}
