import { type Embedder, type EmbeddingPurpose, QuarryError } from "@quarry/core";
import type { Database } from "../../platform/database/database.ts";
import type { EmbeddingCache } from "../embeddings/embedding-cache.ts";
import { type MovingDocument, textsWithout } from "./moving-documents.ts";

/** Embeds the texts of documents that have no embedding of a model yet. Returns the number of texts. */
export type EmbedMissingTexts = (
  embedder: Embedder,
  documents: readonly MovingDocument[],
  isOver: () => boolean,
) => Promise<number>;

const MAX_PAUSE_MS = 250;
/** A text that every provider accepts. */
const PROBE_TEXT = "Good morning";

/** The pause after a background step: as long as the step took, up to a limit, so that other work gets half the time. */
export function pauseAfterMs(stepStartedAt: number): number {
  return Math.min(MAX_PAUSE_MS, performance.now() - stepStartedAt);
}

/** True for an error that a retry cannot fix. */
function isFinal(error: unknown): boolean {
  return QuarryError.isInstance(error) && !error.retryable;
}

/**
 * Creates the function that fills the table of embeddings. It skips stored embeddings, so it can stop at any time and
 * resume. It makes one call at a time, which leaves the provider's capacity to uploads and questions.
 */
export function createEmbedMissingTexts(db: Database, embeddings: EmbeddingCache): EmbedMissingTexts {
  /** Bisects a rejected batch to find the rejected texts. Marks such a text only if the provider accepts another one. */
  async function embed(
    embedder: Embedder,
    orgId: string,
    texts: readonly (readonly [hash: string, text: string])[],
  ) {
    try {
      await embeddings.embed(embedder, orgId, new Map(texts));
    } catch (error) {
      if (!isFinal(error)) throw error;
      const [first, ...others] = texts;
      if (first && others.length === 0) {
        if (!(await acceptsTexts(embedder, "document"))) throw error;
        return embeddings.refuse(embedder, orgId, first[0]);
      }
      const half = Math.ceil(texts.length / 2);
      await embed(embedder, orgId, texts.slice(0, half));
      await embed(embedder, orgId, texts.slice(half));
    }
  }

  return async (embedder, documents, isOver) => {
    let embedded = 0;
    for (const [orgId, members] of Map.groupBy(documents, (document) => document.orgId)) {
      const ids = members.map(({ id }) => id);
      while (!isOver()) {
        const { texts, isAll } = await textsWithout(db, embedder.model, orgId, ids, embedder.maxBatch);
        if (texts.size === 0) break;
        const startedAt = performance.now();
        await embed(embedder, orgId, [...texts]);
        embedded += texts.size;
        await Bun.sleep(pauseAfterMs(startedAt));
        if (isAll) break;
      }
    }
    return embedded;
  };
}

/** False when an embedder rejects every text for a reason that a retry cannot fix. */
export async function acceptsTexts(embedder: Embedder, purpose: EmbeddingPurpose): Promise<boolean> {
  return embedder.embed([PROBE_TEXT], purpose).then(
    () => true,
    (error: unknown) => {
      if (isFinal(error)) return false;
      throw error;
    },
  );
}
