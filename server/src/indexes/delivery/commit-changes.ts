import { type LexicalIndex, QuarryError } from "@quarry/core";
import pLimit from "p-limit";
import type { Database } from "../../platform/database/database.ts";
import { isDatabaseAway, isSerializationFailure, postgresCode } from "../../platform/log/database-errors.ts";
import type { AnnouncedChange, LiveCatalogue } from "../catalogue/live-catalogue.ts";
import type { IndexChange } from "../records/index-change.ts";
import type { IndexKind } from "../records/index-differences.ts";
import { writeLexical } from "../records/index-records.ts";
import type { VectorDelivery } from "./vector-delivery.ts";

/** Records a change of the transaction, so that the derived indexes follow it. */
export type NoteChange = (change: IndexChange) => Promise<void>;

/** Concurrent write transactions; the remaining connections are for readers. */
const WRITERS = 5;
const MAX_TRIES = 6;
const RETRY_MS = 20;

/** A committed change, with the outbox ids for its delivery. */
export interface CommittedChange {
  readonly change: IndexChange;
  readonly staged: readonly number[];
}

interface NotedChange extends CommittedChange {
  readonly announced: AnnouncedChange | undefined;
}

/** Of a transaction. In stage `over` its outcome is known, or never will be. */
type Stage = "working" | "committing" | "over";

/** A change whose COMMIT got no reply because the database connection failed. */
export type UncertainChange = Pick<NotedChange, "change" | "announced">;

/**
 * Runs `work` in a transaction, retries it when it conflicts with another one, and returns the changes that it noted.
 * @param only Stages changes for one index alone.
 */
export type CommitChanges = <Result>(
  work: (tx: Database, note: NoteChange) => Promise<Result>,
  only?: IndexKind,
) => Promise<{ result: Result; committed: CommittedChange[] }>;

/**
 * Creates the transaction part of the indexer. Indexes in the database itself change within the transaction, the
 * catalogue as soon as its outcome is known.
 * @param onUncertain Receives the changes of a transaction whose outcome is unknown because the connection failed.
 */
export function createCommitChanges(deps: {
  readonly db: Database;
  readonly lexical: LexicalIndex;
  readonly delivery: VectorDelivery;
  readonly catalogue: LiveCatalogue | undefined;
  readonly onUncertain: (changes: readonly UncertainChange[]) => void;
}): CommitChanges {
  const { db, lexical, delivery, catalogue, onUncertain } = deps;
  const limitWriters = pLimit(WRITERS);

  return async (work, only) => {
    for (let tries = 1; ; tries += 1) {
      const noted: NotedChange[] = [];
      let stage = "working" as Stage;
      try {
        const result = await limitWriters(() =>
          db.transaction(async (tx) => {
            const lexicalWriter = only === "vectors" ? undefined : lexical.within?.(tx);
            const result = await work(tx, async (change) => {
              if (lexicalWriter) await writeLexical(lexicalWriter, change);
              const staged = only === "lexical" ? [] : await delivery.stage(tx, change);
              // The work may outlive a transaction whose connection is lost.
              if (stage === "over") throw new Error("the transaction is over");
              noted.push({ change, staged, announced: catalogue?.announce(change) });
            });
            stage = "committing";
            return result;
          }),
        );
        for (const { announced } of noted) announced?.apply();
        return { result, committed: noted };
      } catch (error) {
        const isUncertain = stage === "committing" && mayBeCommitted(error);
        stage = "over";
        if (isUncertain) onUncertain(noted);
        else for (const { announced } of noted) announced?.withdraw();
        if (!isSerializationFailure(error)) throw error;
        if (tries >= MAX_TRIES) throw contended(error);
        await Bun.sleep(Math.random() * RETRY_MS * 2 ** tries);
      }
    }
  };
}

/** True unless PostgreSQL itself refused the COMMIT. */
function mayBeCommitted(error: unknown): boolean {
  return isDatabaseAway(error) || postgresCode(error) === undefined;
}

function contended(cause: unknown): QuarryError {
  const message = "Too many concurrent changes to the same documents. Try again soon.";
  return new QuarryError("unavailable", message, { cause, retryAfterMs: 1000 });
}
