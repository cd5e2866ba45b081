import type { LexicalIndex, VectorStore } from "@quarry/core";
import { createKeyedMutex } from "@quarry/core/internal";
import type { Database } from "../../platform/database/database.ts";
import type { Log } from "../../platform/log/log.ts";
import { observed, type StageObserver } from "../../platform/timings.ts";
import { lockDocuments } from "../../records/documents/lock-documents.ts";
import { lockSpaces } from "../../records/spaces/lock-spaces.ts";
import type { LiveCatalogue } from "../catalogue/live-catalogue.ts";
import { type IndexChange, keysOf } from "../records/index-change.ts";
import type { IndexKind } from "../records/index-differences.ts";
import { writeLexical } from "../records/index-records.ts";
import { loadCompleted } from "../records/load-documents.ts";
import { type CommittedChange, createCommitChanges, type NoteChange } from "./commit-changes.ts";
import { createOpenWrites } from "./open-writes.ts";
import { createUncertainChanges } from "./uncertain-changes.ts";
import type { VectorDelivery } from "./vector-delivery.ts";

export type { NoteChange } from "./commit-changes.ts";

/** Every write of searchable data goes through the indexer, so that the derived indexes and the catalogue follow it. */
export interface Indexer {
  /**
   * Runs `work` in a transaction, then applies the changes that it noted to the indexes. Indexes in the database itself
   * change within the transaction.
   * @param work May run more than once: the database aborts one of two conflicting transactions.
   * @param afterCommit Runs after the commit. An error is logged and does not fail the write.
   * @throws QuarryError `unavailable` when the vector store is away. The commit stands, and the store catches up when
   * it is back.
   */
  write<Result>(
    work: (tx: Database, note: NoteChange) => Promise<Result>,
    afterCommit?: () => Promise<void>,
  ): Promise<Result>;
  /** Brings documents in the indexes to the state of their rows; throws like `write`. */
  refresh(orgId: string, documentIds: readonly string[], how?: RefreshOptions): Promise<void>;
  /** Brings the descriptions of spaces in the lexical index to the state of their rows; throws like `write`. */
  refreshDescriptions(orgId: string, spaceIds: readonly string[], how?: RefreshOptions): Promise<void>;
  /** Resolves when the indexes hold the current state of the documents; throws like `write`. */
  confirm(orgId: string, documentIds: readonly string[]): Promise<void>;
  /**
   * Resolves when the committed changes of documents have reached the indexes, from any process, so that a caller who
   * sees the documents can also find them. Resolves after two seconds at most, and does not wait for a store that is away.
   */
  settled(orgId: string, documentIds: readonly string[]): Promise<void>;
  /** True while this process applies a change of the document to the indexes, which takes seconds for a large one. */
  isApplying(documentId: string): boolean;
  /** Resolves when writes are possible; throws `unavailable` while the vector store is away. */
  ready(): Promise<void>;
  close(): void;
}

/** What to refresh. */
export interface RefreshOptions {
  /** Only this index. */
  readonly only?: IndexKind | undefined;
  /** First deletes the documents from the indexes, where they may be older or newer than their rows. */
  readonly fromNothing?: boolean;
}

const SETTLED_WITHIN_MS = 2000;

/** Creates the indexer over the two derived indexes and the catalogue. */
export function createIndexer(deps: {
  readonly db: Database;
  readonly lexical: LexicalIndex;
  readonly vectors: VectorStore;
  readonly delivery: VectorDelivery;
  /** Only in a process that is the only writer. */
  readonly catalogue: LiveCatalogue | undefined;
  readonly log: Log;
  readonly onStage?: StageObserver | undefined;
}): Indexer {
  const { vectors, delivery, log, onStage } = deps;
  // Serializes the changes of a document, so that the indexes receive them in commit order.
  const mutex = createKeyedMutex();
  const commit = createCommitChanges({ ...deps, onUncertain: (changes) => uncertain.add(changes) });
  const openWrites = createOpenWrites();
  const apply = createApplyChanges(deps);

  /** Commits and applies changes that repeat the state of the database. */
  const repeat = (
    keys: readonly string[],
    work: (tx: Database, note: NoteChange) => Promise<void>,
    only?: IndexKind,
  ) => mutex.run(keys, async () => apply((await commit(work, only)).committed, only));

  const uncertain = createUncertainChanges(async (change) => {
    const orgId = change.kind === "description" ? change.space.orgId : change.orgId;
    const isOfSpace = change.kind === "space-gone" || change.kind === "description";
    await (isOfSpace ? indexer.refreshDescriptions : indexer.refresh)(orgId, keysOf(change));
  }, log);

  const indexer: Indexer = {
    write: (work, afterCommit) =>
      openWrites.run(async (changing) => {
        const { result, committed } = await commit((tx, note) =>
          work(tx, async (change) => {
            await note(change);
            // Before the commit, because other connections may see its rows before its reply is here.
            changing(keysOf(change));
          }),
        );
        const keys = committed.flatMap(({ change }) => keysOf(change));
        const isOfDocuments = committed.some(({ change }) => change.kind === "documents");
        const applied = mutex.run(keys, () =>
          observed(isOfDocuments ? onStage : undefined, "index", () => apply(committed)),
        );
        const cleared = afterCommit?.().catch((error: unknown) =>
          log.error("the cleanup after a change failed", error),
        );
        await Promise.all([applied, cleared]);
        return result;
      }),

    refresh: (orgId, documentIds, { only, fromNothing = false } = {}) =>
      repeat(
        documentIds,
        (tx, note) =>
          noteDocuments(tx, note, orgId, documentIds, { fromNothing, withVectors: only !== "lexical" }),
        only,
      ),

    refreshDescriptions: (orgId, spaceIds, { only } = {}) =>
      repeat(spaceIds, (tx, note) => noteDescriptions(tx, note, orgId, spaceIds), only),

    async confirm(orgId, documentIds) {
      await uncertain.settle(documentIds);
      await delivery.deliverPending(orgId, documentIds);
    },

    async settled(orgId, documentIds) {
      const limit = AbortSignal.timeout(SETTLED_WITHIN_MS);
      const { promise: timedOut, resolve } = Promise.withResolvers<void>();
      limit.addEventListener("abort", () => resolve(), { once: true });
      const applied = openWrites.ended(documentIds);
      await Promise.race([applied.then(() => delivery.settled(orgId, documentIds, limit)), timedOut]);
    },

    isApplying: openWrites.isOpen,
    ready: async () => vectors.ready?.(),
    close: () => uncertain.stop(),
  };
  return indexer;
}

/** Applies committed changes to the indexes outside the database. */
function createApplyChanges({
  lexical,
  delivery,
}: {
  readonly lexical: LexicalIndex;
  readonly delivery: VectorDelivery;
}): (committed: readonly CommittedChange[], only?: IndexKind) => Promise<void> {
  // A document that was committed before its space was purged may arrive here after the purge.
  const purged = new Set<string>();

  function withoutPurged(change: IndexChange): IndexChange {
    if (change.kind === "space-gone") purged.add(change.spaceId);
    if (change.kind !== "documents") return change;
    return { ...change, documents: change.documents.filter(({ spaceId }) => !purged.has(spaceId)) };
  }

  return async (committed, only) => {
    const changes = committed.map(({ change, staged }) => ({ change: withoutPurged(change), staged }));
    if (!lexical.within && only !== "vectors")
      for (const { change } of changes) await writeLexical(lexical, change);
    if (only !== "lexical") for (const { change, staged } of changes) await delivery.deliver(change, staged);
  };
}

/** Notes the current state of some documents. */
async function noteDocuments(
  tx: Database,
  note: NoteChange,
  orgId: string,
  documentIds: readonly string[],
  { fromNothing, withVectors }: { readonly fromNothing: boolean; readonly withVectors: boolean },
): Promise<void> {
  await lockDocuments(tx, orgId, documentIds);
  const documents = await loadCompleted(tx, orgId, documentIds, { withVectors });
  const found = new Set(documents.map(({ id }) => id));
  for (const documentId of documentIds)
    if (fromNothing || !found.has(documentId)) await note({ kind: "document-gone", orgId, documentId });
  if (documents.length > 0) await note({ kind: "documents", orgId, documents });
}

/** Notes the current descriptions of some spaces. */
async function noteDescriptions(
  tx: Database,
  note: NoteChange,
  orgId: string,
  spaceIds: readonly string[],
): Promise<void> {
  const described = await lockSpaces(tx, orgId, spaceIds);
  for (const space of described) await note({ kind: "description", space });
  const found = new Set(described.map(({ id }) => id));
  for (const spaceId of spaceIds) if (!found.has(spaceId)) await note({ kind: "space-gone", orgId, spaceId });
}
