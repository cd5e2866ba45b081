import { type ParseProgress, QuarryError } from "@quarry/core";
import type { Chunking, ProcessingStage, ProgressUnit } from "@quarry/schema";
import type { Database } from "../platform/database/database.ts";
import { isUniqueViolation } from "../platform/log/database-errors.ts";
import { observed } from "../platform/timings.ts";
import type { DocumentRow } from "../records/documents/document-rows.ts";
import { commitDocuments } from "./commit/commit-documents.ts";
import { completedRow, type DocumentWrite, type RowChange } from "./commit/document-write.ts";
import { StaleWrite } from "./commit/lock-current.ts";
import { embedDocuments, type KnownVectors } from "./embed/embed-documents.ts";
import type { IngestDeps } from "./ingest-deps.ts";
import { type ReceivedMembers, receiveMembers } from "./members/received-members.ts";
import type { PreparedDocument } from "./prepare/prepare-document.ts";
import type { FileToPrepare } from "./prepare/preparer.ts";

/** A document to ingest. */
export interface DocumentToIngest {
  /** The file to read, or the result of reading it earlier. */
  readonly source:
    | {
        readonly file: Omit<FileToPrepare, "chunking" | "takeMember">;
        /** False for a file of an archive. */
        readonly unpacks: boolean;
      }
    | { readonly prepared: PreparedDocument; readonly vectors: KnownVectors | undefined };
  /** The chunking of its space. Null means the default. */
  readonly chunking: Chunking | null;
}

/** The result of ingesting one document. */
export type IngestOutcome =
  | {
      readonly kind: "written";
      readonly before: DocumentRow | undefined;
      readonly row: DocumentRow;
      readonly chunksReused: number;
      readonly chunksEmbedded: number;
    }
  | {
      readonly kind: "rejected";
      /** `admit`: not started. `prepare`: the file cannot be read. `write`: the embedder refuses a text. */
      readonly stage: "admit" | "prepare" | "write";
      readonly error: QuarryError;
    };

/** Receives the progress of a batch. */
export interface IngestProgress {
  /** Reports that a stage started, or that `done` of `total` units of it are finished. */
  reached(stage: ProcessingStage, done?: number, total?: number, unit?: ProgressUnit): void;
}

/** Documents of one organization that go through the pipeline together. */
export interface IngestBatch<Item extends DocumentToIngest> {
  readonly orgId: string;
  readonly items: readonly Item[];
  /** Called before a file is read. A returned error rejects the document. */
  readonly admit?: (item: Item) => QuarryError | undefined;
  readonly progress?: IngestProgress;
  /**
   * True to fail the batch while the vector store is away. Otherwise the batch is committed, and the store catches up
   * later.
   */
  readonly needsIndexes: boolean;
  /** False for documents that must not appear in the event log. */
  readonly recordsEvents: boolean;
  /** Runs `commit` with the rows of `items`, in their order, while these rows are locked. */
  withRows(items: readonly Item[], commit: (changes: readonly RowChange[]) => Promise<void>): Promise<void>;
  /** Returns how many new documents the space has room for, and keeps that true until the transaction ends. */
  readonly holdRoom?: (tx: Database) => Promise<number>;
  /** Called once for each document, as soon as its outcome is final. */
  onOutcome(item: Item, outcome: IngestOutcome): void | Promise<void>;
}

/**
 * The one way into the database and the indexes for documents: prepare, embed, commit, index. Uploads, background jobs
 * and imports use it.
 *
 * All documents are embedded and committed together. If the embedder refuses a text, the documents are written one at a
 * time, so that only the refused ones are rejected.
 * @throws StaleWrite when a document or a setting changed during the work. Documents without an outcome were not written.
 * @throws QuarryError `unavailable` when a provider or the vector store is away. Documents without an outcome may have
 * been committed.
 */
export async function ingestDocuments<Item extends DocumentToIngest>(
  deps: IngestDeps,
  batch: IngestBatch<Item>,
): Promise<void> {
  const ready: ReadyItem<Item>[] = [];
  try {
    await prepareItems(deps, batch, ready);
    if (ready.length === 0) return;
    if (batch.needsIndexes) await deps.indexer.ready();
    await writeOrReject(deps, batch, ready);
  } finally {
    for (const { members } of ready) await members?.discard();
  }
}

interface ReadyItem<Item> {
  readonly item: Item;
  readonly prepared: PreparedDocument;
  readonly vectors: KnownVectors | undefined;
  /** The files of an archive. */
  readonly members?: ReceivedMembers;
}

/** @param ready Receives the documents to write. */
async function prepareItems<Item extends DocumentToIngest>(
  { preparer, blobs, onStage }: IngestDeps,
  { orgId, items, admit, progress, onOutcome }: IngestBatch<Item>,
  ready: ReadyItem<Item>[],
): Promise<void> {
  progress?.reached("reading");
  for (const item of items) {
    const { source, chunking } = item;
    const refusal = admit?.(item);
    if (refusal) await onOutcome(item, { kind: "rejected", stage: "admit", error: refusal });
    else if ("prepared" in source) ready.push({ item, ...source });
    else {
      const members = receiveMembers(blobs, orgId);
      try {
        const file = {
          ...source.file,
          orgId,
          chunking,
          takeMember: source.unpacks ? members.take : undefined,
        };
        const prepared = await observed(onStage, "prepare", () =>
          preparer.prepare(file, progress && ((parsed) => reportParsing(progress, parsed))),
        );
        const unpacked = members.files().length > 0 ? { members } : {};
        ready.push({ item, prepared, vectors: undefined, ...unpacked });
      } catch (error) {
        await members.discard();
        if (!QuarryError.isInstance(error)) throw error;
        await onOutcome(item, { kind: "rejected", stage: "prepare", error });
      }
    }
  }
}

function reportParsing(progress: IngestProgress, parsed: ParseProgress): void {
  if ("bytesDone" in parsed) progress.reached(parsed.stage, parsed.bytesDone, parsed.bytesTotal, "bytes");
  else progress.reached(parsed.stage, parsed.pagesDone, parsed.pagesTotal, "pages");
}

async function writeOrReject<Item extends DocumentToIngest>(
  deps: IngestDeps,
  batch: IngestBatch<Item>,
  ready: readonly ReadyItem<Item>[],
): Promise<void> {
  try {
    await write(deps, batch, ready);
  } catch (error) {
    if (isUndone(error)) for (const { members } of ready) members?.release();
    if (!QuarryError.isInstance(error) || error.retryable) throw error;
    for (const one of ready)
      if (ready.length > 1) await writeOrReject(deps, batch, [one]);
      else await batch.onOutcome(one.item, { kind: "rejected", stage: "write", error });
  }
}

/** True if a failed write was certainly not committed. After other errors the files of archives are kept. */
function isUndone(error: unknown): boolean {
  return (
    error instanceof StaleWrite ||
    isUniqueViolation(error) ||
    (QuarryError.isInstance(error) && !error.retryable)
  );
}

async function write<Item extends DocumentToIngest>(
  deps: IngestDeps,
  { orgId, progress, withRows, holdRoom, recordsEvents, onOutcome }: IngestBatch<Item>,
  ready: readonly ReadyItem<Item>[],
): Promise<void> {
  const onProgress =
    progress && ((done: number, total: number) => progress.reached("embedding", done, total, "chunks"));
  const { embedder, vectors, embedded } = await observed(deps.onStage, "embed", () =>
    embedDocuments(deps, orgId, ready, onProgress),
  );
  progress?.reached("storing");
  const items = ready.map(({ item }) => item);
  let writes: DocumentWrite[] = [];
  let rows: readonly DocumentRow[] = [];
  await withRows(items, async (changes) => {
    writes = ready.map(({ item, prepared, members }, at): DocumentWrite => {
      const change = changes[at];
      if (!change) throw new QuarryError("internal", "A document to write has no row.");
      return {
        ...change,
        row: completedRow(change.row, prepared, embedder, item.chunking),
        prepared,
        vectors,
        ...(members ? { members: members.files() } : {}),
      };
    });
    rows = await observed(deps.onStage, "commit", () =>
      commitDocuments(deps, { orgId, writes, holdRoom, recordsEvents }),
    );
    deps.idleMemory.used();
  });
  for (const [at, { before, prepared, ...write }] of writes.entries()) {
    const row = rows[at] ?? write.row;
    const item = items[at] as Item;
    const chunksEmbedded = prepared.chunks.filter(({ embeddingHash }) => embedded.has(embeddingHash)).length;
    const chunksReused = prepared.chunks.length - chunksEmbedded;
    await onOutcome(item, { kind: "written", before, row, chunksReused, chunksEmbedded });
  }
}
