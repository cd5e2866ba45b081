import type { Embedder } from "@quarry/core";
import { MODELS_POLL_MS } from "../embeddings/embedding-models.ts";
import { withTargetFilled } from "../embeddings/model-states.ts";
import { type ChangeContext, documentsToMove, startProgress } from "./change-context.ts";
import { acceptsTexts } from "./embed-missing-texts.ts";

/** A pass that embedded no more texts than this was the last; the second phase embeds the rest. */
const LAST_PASS_TEXTS = 100;

/** The first phase of a model change. */
export type EmbedAllDocuments = (embedder: Embedder) => Promise<void>;

/**
 * Creates the first phase: embeds the texts of all documents with the new model while the old one serves, then makes the
 * new model the one for new documents.
 */
export function createEmbedAllDocuments(context: ChangeContext): EmbedAllDocuments {
  const { database, models, log, embedMissingTexts, isStopping, pause, advance } = context;
  const probed = new Set<Embedder>();

  /** True when the serving model rejects every call and the next one does not. Probes each serving model once. */
  async function isUnusable(serving: Embedder | undefined, next: Embedder): Promise<boolean> {
    if (serving === undefined || probed.has(serving)) return false;
    probed.add(serving);
    return !(await acceptsTexts(serving, "query")) && acceptsTexts(next, "query");
  }

  /** Embeds what is missing; returns the number of texts, or undefined when the phase is over. */
  async function pass(embedder: Embedder): Promise<number | undefined> {
    const { model } = embedder;
    const isOver = () => isStopping() || models.current().filling !== model;
    const progress = await startProgress(context, "documents are embedded", model);
    let [done, embedded] = [0, 0];
    for await (const page of documentsToMove(context, model)) {
      embedded += await embedMissingTexts(embedder, page, isOver);
      if (isOver()) return undefined;
      advance(page.length);
      done += page.length;
      progress.reached(done);
    }
    return embedded;
  }

  return async (embedder) => {
    const { model } = embedder;
    const { writing } = models.current();
    if (await isUnusable(models.embedderOf(writing), embedder).catch(() => false))
      log.info(`The embedding model ${writing} rejects every call, so ${model} replaces it immediately.`);
    else
      for (;;) {
        const embedded = await pass(embedder);
        if (embedded === undefined) return;
        if (embedded <= LAST_PASS_TEXTS) break;
      }
    await models.change((before) => withTargetFilled(before, model));
    // Every process must search with both models before the first document has vectors of the new one.
    if (!database.isEmbedded) await pause(2 * MODELS_POLL_MS);
  };
}
