import { type LexicalIndex, QuarryError, type VectorStore } from "@quarry/core";
import { createKeyedMutex } from "@quarry/core/internal";
import pLimit from "p-limit";
import type { Database } from "../../platform/database/database.ts";
import { isDatabaseAway, isSerializationFailure } from "../../platform/log/database-errors.ts";
import type { Log } from "../../platform/log/log.ts";
import { lockDocuments } from "../../records/documents/lock-documents.ts";
import { lockSpaces } from "../../records/spaces/lock-spaces.ts";
import { type IndexChange, keysOf } from "../records/index-change.ts";
import type { IndexKind } from "../records/index-differences.ts";
import { writeWords } from "../records/index-records.ts";
import { loadCompleted } from "../records/load-documents.ts";
import { createUncertainChanges } from "./uncertain-changes.ts";
import type { VectorDelivery } from "./vector-delivery.ts";

/** Notes a change that the transaction makes, so that the derived indexes follow it. */
export type NoteChange = (change: IndexChange) => Promise<void>;

/** The one door to the database for whoever changes what can be found: the derived indexes follow every change. */
export interface Indexer {
  /**
   * Runs `work` in a transaction, then brings the indexes up to date with the changes that it noted. Indexes in the
   * database itself change within the transaction.
   * @param work May run again: when transactions block each other, the database ends one of them.
   * @param afterCommit Done once it is certain that the change stands; that it fails is logged, for the change stands.
   * @throws QuarryError `unavailable` when the vector store is away. What was committed stays, and the store follows as
   * soon as it is back.
   */
  write<Result>(
    work: (tx: Database, note: NoteChange) => Promise<Result>,
    afterCommit?: () => Promise<void>,
  ): Promise<Result>;
  /** Brings documents in the indexes to the state of their rows, whatever it is; throws like `write`. */
  refresh(orgId: string, documentIds: readonly string[], how?: RefreshOptions): Promise<void>;
  /** The same for the descriptions of spaces. */
  refreshDescriptions(orgId: string, spaceIds: readonly string[], how?: RefreshOptions): Promise<void>;
  /** Resolves when the indexes hold the documents as they are; throws like `write`. */
  confirm(orgId: string, documentIds: readonly string[]): Promise<void>;
  /**
   * Resolves when what was committed of a document has reached the indexes, whichever process is at it: who was told
   * that it is there can then find it. Waits no longer than two seconds, and not for a store that is away.
   */
  settled(orgId: string, documentId: string): Promise<void>;
  /** Resolves when a write can be taken; throws `unavailable` while the vector store is away. */
  ready(): Promise<void>;
  close(): void;
}

/** What is refreshed, and how thoroughly. */
export interface RefreshOptions {
  /** Only this index. */
  readonly only?: IndexKind | undefined;
  /** Takes out first what the indexes hold of the documents, be it older or newer than their rows. */
  readonly fromNothing?: boolean;
}

/** Transactions at a time, so that readers find a connection however much is being written. */
const WRITERS = 5;
const MAX_TRIES = 6;
const RETRY_MS = 20;
const SETTLED_WITHIN_MS = 2000;

/** Creates the indexer over the two derived indexes. */
export function createIndexer(deps: {
  readonly db: Database;
  readonly lexical: LexicalIndex;
  readonly vectors: VectorStore;
  readonly delivery: VectorDelivery;
  readonly log: Log;
}): Indexer {
  const { db, lexical, vectors, delivery, log } = deps;
  const limitWriters = pLimit(WRITERS);
  // Changes of one document reach the indexes of this process in the order of their commits.
  const mutex = createKeyedMutex();
  // A document that was committed before its space was purged may come here after it.
  const purged = new Set<string>();

  function withoutPurged(change: IndexChange): IndexChange {
    if (change.kind === "space-gone") purged.add(change.spaceId);
    if (change.kind !== "documents") return change;
    return { ...change, documents: change.documents.filter(({ spaceId }) => !purged.has(spaceId)) };
  }

  /** Runs `work` in a transaction and answers its result with what is then left to do. */
  async function commit<Result>(
    work: (tx: Database, note: NoteChange) => Promise<Result>,
    only?: IndexKind,
  ): Promise<{ result: Result; noted: NotedChange[] }> {
    for (let tries = 1; ; tries += 1) {
      const noted: NotedChange[] = [];
      try {
        const result = await limitWriters(() =>
          db.transaction(async (tx) => {
            const words = only === "vectors" ? undefined : lexical.within?.(tx);
            return work(tx, async (change) => {
              if (words) await writeWords(words, change);
              noted.push({ change, staged: only === "lexical" ? [] : await delivery.stage(tx, change) });
            });
          }),
        );
        return { result, noted };
      } catch (error) {
        if (isDatabaseAway(error)) uncertain.note(noted.map(({ change }) => change));
        if (!isSerializationFailure(error)) throw error;
        if (tries >= MAX_TRIES) throw contended(error);
        await Bun.sleep(Math.random() * RETRY_MS * 2 ** tries);
      }
    }
  }

  async function finish(noted: readonly NotedChange[], only?: IndexKind): Promise<void> {
    const left = noted.map(({ change, staged }) => ({ change: withoutPurged(change), staged }));
    if (!lexical.within && only !== "vectors")
      for (const { change } of left) await writeWords(lexical, change);
    if (only !== "lexical") for (const { change, staged } of left) await delivery.deliver(change, staged);
  }

  /** Notes and finishes changes that only repeat what the database says already. */
  const repeat = (
    keys: readonly string[],
    work: (tx: Database, note: NoteChange) => Promise<void>,
    only?: IndexKind,
  ) => mutex.run(keys, async () => finish((await commit(work, only)).noted, only));

  const uncertain = createUncertainChanges(async (change) => {
    const orgId = change.kind === "description" ? change.space.orgId : change.orgId;
    const isOfSpace = change.kind === "space-gone" || change.kind === "description";
    await (isOfSpace ? indexer.refreshDescriptions : indexer.refresh)(orgId, keysOf(change));
  }, log);

  const indexer: Indexer = {
    async write(work, afterCommit) {
      const { result, noted } = await commit(work);
      // In line at once, so that whoever sees the commit from now on can wait behind it.
      const keys = noted.flatMap(({ change }) => keysOf(change));
      const finished = mutex.run(keys, () => finish(noted));
      const cleared = afterCommit?.().catch((error: unknown) =>
        log.error("what a change left over stays", error),
      );
      await Promise.all([finished, cleared]);
      return result;
    },

    refresh: (orgId, documentIds, { only, fromNothing = false } = {}) =>
      repeat(
        documentIds,
        async (tx, note) => {
          await lockDocuments(tx, orgId, documentIds);
          const documents = await loadCompleted(tx, orgId, documentIds);
          const found = new Set(documents.map(({ id }) => id));
          for (const documentId of documentIds)
            if (fromNothing || !found.has(documentId))
              await note({ kind: "document-gone", orgId, documentId });
          if (documents.length > 0) await note({ kind: "documents", orgId, documents });
        },
        only,
      ),

    refreshDescriptions: (orgId, spaceIds, { only } = {}) =>
      repeat(
        spaceIds,
        async (tx, note) => {
          const described = await lockSpaces(tx, orgId, spaceIds);
          for (const space of described) await note({ kind: "description", space });
          const found = new Set(described.map(({ id }) => id));
          for (const spaceId of spaceIds)
            if (!found.has(spaceId)) await note({ kind: "space-gone", orgId, spaceId });
        },
        only,
      ),

    async confirm(orgId, documentIds) {
      await uncertain.settle(documentIds);
      await delivery.deliverPending(orgId, documentIds);
    },

    async settled(orgId, documentId) {
      const limit = AbortSignal.timeout(SETTLED_WITHIN_MS);
      const { promise: ended, resolve } = Promise.withResolvers<void>();
      limit.addEventListener("abort", () => resolve(), { once: true });
      const finished = mutex.run([documentId], async () => undefined);
      await Promise.race([finished.then(() => delivery.settled(orgId, documentId, limit)), ended]);
    },

    ready: async () => vectors.ready?.(),
    close: () => uncertain.stop(),
  };
  return indexer;
}

function contended(cause: unknown): QuarryError {
  const message = "Too many change the same documents at the same moment. Try again soon.";
  return new QuarryError("unavailable", message, { cause, retryAfterMs: 1000 });
}

/** A change that is committed, with what its delivery needs. */
interface NotedChange {
  readonly change: IndexChange;
  readonly staged: readonly number[];
}
