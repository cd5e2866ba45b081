import type { Embedder } from "@quarry/core";
import { withoutModel } from "../embeddings/model-states.ts";
import { loadDocuments } from "../records/load-documents.ts";
import { type ChangeContext, documentsToMove, startProgress } from "./change-context.ts";
import { pauseAfterMs } from "./embed-missing-texts.ts";
import { type MovingDocument, switchDocuments } from "./moving-documents.ts";

/**
 * Largest transaction: so many documents, and so many chunks unless it is a single document. Under load each statement
 * waits for its turn behind questions, so a small transaction takes as long as a large one.
 */
const MAX_BATCH = { documents: 100, chunks: 500 };
const RETRY_MS = 500;

/** The second phase of a model change: moves documents to the new model while queries use both models. */
export async function moveDocuments(context: ChangeContext, embedder: Embedder): Promise<void> {
  const { models, indexer, log, embedMissingTexts, isStopping, pause } = context;
  const { model } = embedder;
  const isOver = () => isStopping() || models.current().writing !== model;
  const progress = await startProgress(context, "documents have switched to vectors made", model);
  let done = 0;
  for await (const page of documentsToMove(context, model)) {
    await embedMissingTexts(embedder, page, isOver);
    for (const batch of batchesOf(page)) {
      if (isOver()) return;
      await indexer.ready();
      const startedAt = performance.now();
      done += await moveBatch(context, model, batch);
      await pause(pauseAfterMs(startedAt));
      progress.reached(done);
    }
  }
  for (const old of models.current().leaving) await models.change((before) => withoutModel(before, old));
  if (models.current().leaving.length > 0) await pause(RETRY_MS);
  else log.info(`All documents are embedded with ${model}.`);
}

async function moveBatch(
  { models, indexer, advance }: ChangeContext,
  model: string,
  batch: readonly MovingDocument[],
): Promise<number> {
  const orgId = batch[0]?.orgId ?? "";
  const ids = batch.map(({ id }) => id);
  const moved = await indexer.write(async (tx, note) => {
    if (!(await models.hold(tx, model))) return [];
    const rows = await switchDocuments(tx, orgId, ids, model);
    const completed = rows.filter(({ status }) => status === "COMPLETED");
    if (completed.length > 0)
      await note({ kind: "documents", orgId, documents: await loadDocuments(tx, orgId, completed) });
    return rows;
  });
  advance(moved.length);
  return moved.length;
}

/** Splits a page into batches of one organization each, small enough for a short transaction. */
function batchesOf(page: readonly MovingDocument[]): MovingDocument[][] {
  const batches: MovingDocument[][] = [];
  let remainingChunks = 0;
  for (const document of page) {
    const batch = batches.at(-1);
    const fits = batch && batch.length < MAX_BATCH.documents && document.chunkCount <= remainingChunks;
    if (fits && batch[0]?.orgId === document.orgId) batch.push(document);
    else {
      batches.push([document]);
      remainingChunks = MAX_BATCH.chunks;
    }
    remainingChunks -= document.chunkCount;
  }
  return batches;
}
