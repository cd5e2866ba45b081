import { randomBytes } from "node:crypto";
import { createDiskBlobStore, createS3BlobStore } from "@quarry/blobs";
import type { BlobStore, Clock } from "@quarry/core";
import { createIds } from "@quarry/core/internal";
import { requireLanguages } from "@quarry/parsers";
import { type BackupFolder, openBackupFolder } from "../operations/backup/backup-folder.ts";
import type { DataFolder } from "../platform/database/data-folder.ts";
import type { StatementLog } from "../platform/database/database.ts";
import type { openConfiguredDatabase } from "../platform/database/open.ts";
import { openStorage, type Storage } from "../platform/database/open-storage.ts";
import type { Log } from "../platform/log/log.ts";
import { guardBlobStore } from "../platform/plugins/guard-blob-store.ts";
import { createPlugins, type Plugins } from "../platform/plugins/plugins.ts";
import type { Config } from "../platform/settings/config.ts";
import { createAuditLog } from "../records/audit/audit-log.ts";
import { withSmallFiles } from "../records/documents/original-files.ts";
import { createEventLog } from "../records/events/event-log.ts";
import { createEventSignal } from "../records/events/event-signal.ts";
import { createEmbedder, createReranker } from "./models.ts";
import { startLoading } from "./stores.ts";
import { openTelemetry } from "./telemetry.ts";

/** How to start, apart from the configuration. */
export interface StartOptions {
  /** False for a command that runs one operation and exits: it starts no background work and no reranker. */
  readonly isServing?: boolean;
  /** Receives the text of every SQL statement. */
  readonly statements?: StatementLog;
  /** Opens another database than the configured one, for tests. */
  readonly openDatabase?: typeof openConfiguredDatabase;
  /** Storage that the caller opened earlier, to save time. It is closed with everything else. */
  readonly storage?: Storage;
}

/** The resources that every other part of the service uses. */
export type Base = Awaited<ReturnType<typeof openBase>>;

/**
 * Opens the data folder, the configured models, the database and the blob store.
 * @throws QuarryError `invalid_request` when one of them cannot be used, or an OCR language is not installed.
 */
export async function openBase(
  resources: AsyncDisposableStack,
  config: Config,
  log: Log,
  { isServing = true, statements, openDatabase, storage }: StartOptions,
) {
  const startedAt = new Date();
  const clock: Clock = { now: Date.now };
  const newId = createIds(randomBytes, clock.now);
  const opened = storage ?? openStorage(config, log, openDatabase, statements);
  const { isSingleProcess, folder } = opened;
  resources.defer(folder.release);
  // Registered before it is awaited: a failure of another step must also wait for the database and close it.
  resources.defer(() =>
    opened.database.then(
      ({ close }) => close(),
      () => undefined,
    ),
  );

  const { ocr } = config.preparing;
  if (ocr.mode !== "off") requireLanguages(ocr.languages);
  const { metrics, telemetry } = isServing
    ? await openTelemetry(resources, config, log)
    : { metrics: undefined, telemetry: undefined };
  const plugins = createPlugins(log, telemetry?.onPluginCall);
  const embedder = await createEmbedder(config, folder, { log, plugins });
  resources.defer(embedder.close);
  const reranker = isServing ? await createReranker(config, folder, { log, plugins }) : undefined;
  if (reranker) resources.defer(reranker.close);

  const loadingIndexes = startLoading(config.vectorStore, { folder, log, isSingleProcess });
  const database = await opened.database;
  const originals = openBlobs(config, folder, plugins);
  if (originals.close) resources.defer(originals.close);
  const blobs = withSmallFiles(originals, database.db, database.isEmbedded && config.blobs.kind === "disk");
  const signal = createEventSignal();
  return {
    config,
    clock,
    log,
    newId,
    startedAt,
    /** True when the data folder belongs to this process alone. */
    isSingleProcess,
    isServing,
    folder,
    embedder,
    reranker,
    plugins,
    /** Absent when they are off. */
    metrics,
    /** Absent when metrics and traces are off. */
    telemetry,
    loadingIndexes,
    database,
    db: database.db,
    blobs,
    signal,
    events: createEventLog({ clock, signal }),
    audit: createAuditLog({ newId, clock }),
  };
}

/** A folder of backups. */
export function openBackups(path: string): BackupFolder {
  return openBackupFolder(path, createDiskBlobStore(path));
}

/** The configured store of original files. The disk's errors are the system's, and need no wall. */
export function openBlobs(
  { blobs }: Config,
  folder: DataFolder,
  plugins: Plugins,
): BlobStore & { readonly close?: () => void } {
  if (blobs.kind === "disk") return createDiskBlobStore(folder.path("blobs"));
  const health = plugins.add(
    "store of original files s3",
    "Files are neither stored nor returned meanwhile; questions are answered.",
  );
  return guardBlobStore(createS3BlobStore(blobs), health);
}
