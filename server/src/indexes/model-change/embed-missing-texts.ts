import { type Embedder, type EmbeddingPurpose, QuarryError } from "@quarry/core";
import type { Database } from "../../platform/database/database.ts";
import type { EmbeddingCache } from "../embeddings/embedding-cache.ts";
import { type MovingDocument, textsWithout } from "./model-change-queries.ts";

/** Embeds what has no embedding of a model yet; answers how many texts those were. */
export type FillTexts = (
  embedder: Embedder,
  documents: readonly MovingDocument[],
  isOver: () => boolean,
) => Promise<number>;

const LONGEST_TURN_MS = 250;
/** Any provider embeds it. */
const HARMLESS = "Good morning";

/** After a step in the background, others have their turn for as long as it took, up to a limit. */
export function turnOfOthersMs(stepStartedAt: number): number {
  return Math.min(LONGEST_TURN_MS, performance.now() - stepStartedAt);
}

/** True for a failure that no waiting mends. */
export function isFinal(error: unknown): boolean {
  return QuarryError.isInstance(error) && !error.retryable;
}

/**
 * Creates the filler of the table of embeddings. What is there is not asked for again, so that it may be stopped at any
 * time and goes on where it was. It makes one call at a time: a provider has places left for uploads and questions.
 */
export function createTextFiller(db: Database, embeddings: EmbeddingCache): FillTexts {
  /** Texts that the provider refuses are found by halves; what is said of such a text counts if another one passes. */
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
        if (!(await embedsAnything(embedder, "document"))) throw error;
        return embeddings.refuse(embedder, orgId, first[0]);
      }
      const half = Math.ceil(texts.length / 2);
      await embed(embedder, orgId, texts.slice(0, half));
      await embed(embedder, orgId, texts.slice(half));
    }
  }

  return async (embedder, documents, isOver) => {
    let filled = 0;
    for (const [orgId, members] of Map.groupBy(documents, (document) => document.orgId)) {
      const ids = members.map(({ id }) => id);
      while (!isOver()) {
        const texts = await textsWithout(db, embedder.model, orgId, ids, embedder.maxBatch);
        if (texts.size === 0) break;
        const startedAt = performance.now();
        await embed(embedder, orgId, [...texts]);
        filled += texts.size;
        await Bun.sleep(turnOfOthersMs(startedAt));
      }
    }
    return filled;
  };
}

/** False when an embedder cannot be used at all, for a reason that no waiting mends. */
export async function embedsAnything(embedder: Embedder, purpose: EmbeddingPurpose): Promise<boolean> {
  return embedder.embed([HARMLESS], purpose).then(
    () => true,
    (error: unknown) => {
      if (isFinal(error)) return false;
      throw error;
    },
  );
}
