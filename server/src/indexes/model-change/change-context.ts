import type { Clock } from "@quarry/core";
import type { OpenDatabase } from "../../platform/database/database.ts";
import type { Log } from "../../platform/log/log.ts";
import type { Indexer } from "../delivery/indexer.ts";
import type { EmbeddingModels } from "../embeddings/embedding-models.ts";
import { countDocuments } from "../embeddings/model-state-rows.ts";
import { type ChangeProgress, createChangeProgress } from "./change-progress.ts";
import type { EmbedMissingTexts } from "./embed-missing-texts.ts";
import { documentsOfModel, type MovingDocument } from "./moving-documents.ts";

/** What both phases of a model change share. */
export interface ChangeContext {
  readonly database: OpenDatabase;
  readonly models: EmbeddingModels;
  readonly indexer: Indexer;
  readonly clock: Clock;
  readonly log: Log;
  readonly embedMissingTexts: EmbedMissingTexts;
  isStopping(): boolean;
  /** Sleeps, but ends early when the service stops. */
  pause(ms: number): Promise<void>;
  /** Reports documents that were processed, which resets the retry backoff. */
  advance(documents: number): void;
}

const PAGE = 100;

/** All documents with vectors of models other than `target`, page by page. */
export async function* documentsToMove(
  { database: { db } }: ChangeContext,
  target: string,
): AsyncGenerator<MovingDocument[]> {
  for (const model of (await countDocuments(db, target)).keys())
    for (let last = ""; ; ) {
      const page = await documentsOfModel(db, model, last, PAGE);
      const end = page.at(-1);
      if (!end) break;
      yield page;
      last = end.id;
    }
}

/** Starts to log the progress towards `target`. */
export async function startProgress(
  { database, log, clock }: ChangeContext,
  what: string,
  target: string,
): Promise<ChangeProgress> {
  const counts = [...(await countDocuments(database.db, target)).values()];
  const total = counts.reduce((sum, count) => sum + count, 0);
  return createChangeProgress(log, `${what} with ${target}`, total, clock.now);
}
