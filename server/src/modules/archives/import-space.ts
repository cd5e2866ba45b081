import { type Space, TIER_LIMITS } from "@quarry/schema";
import type { IngestDeps } from "../../ingest/ingest-deps.ts";
import { fileTooLarge } from "../../ingest/receive/read-content.ts";
import { type ReceivedFile, receiveFile } from "../../ingest/receive/received-file.ts";
import { type Caller, requireWholeOrganization } from "../../platform/access/caller.ts";
import { cappedBytes } from "../../platform/bytes.ts";
import { type ArchivePart, joinArchives } from "../../records/documents/archive-members.ts";
import { spaceIsFull } from "../../records/documents/document-limit.ts";
import { findByFilenames } from "../../records/documents/document-rows.ts";
import { readChunking } from "../../records/spaces/chunking.ts";
import type { SpaceRow } from "../../records/spaces/space-rows.ts";
import type { ImportingSpaces, NewSpace } from "../spaces/importing-spaces.ts";
import { ENTRIES, FOLDERS, FormatRecord, MAX_BYTES, SpaceRecord, VERSION } from "./archive-format.ts";
import { type ArchiveReader, checkOf, createArchiveReader, parseRecord } from "./archive-reader.ts";
import { archiveTooLarge, brokenArchive } from "./broken-archive.ts";
import { importEvaluations } from "./import-evaluations.ts";
import { inflate } from "./inflate.ts";
import { type ArchivedDocument, readArchivedDocument } from "./read-archived-document.ts";
import { writeArchivedDocuments } from "./write-archived-documents.ts";

/** The caller's settings for the new space. */
export interface ImportOptions {
  readonly name?: string | undefined;
  readonly slug?: string | undefined;
}

/** The result of an import. */
export interface ImportedSpace {
  readonly space: Space;
  readonly documents: number;
}

/**
 * Creates a space from an archive, which is read as a stream. The space becomes visible when it is complete. If anything
 * in the archive is wrong, nothing of it is kept.
 */
export type ImportSpace = (
  caller: Caller,
  archive: AsyncIterable<Uint8Array>,
  options: ImportOptions,
) => Promise<ImportedSpace>;

/** The dependencies of an import. */
export interface ImportDeps extends IngestDeps {
  readonly importing: ImportingSpaces;
  readonly maxFileBytes: number;
  readonly maxArchiveBytes: number;
  readonly wakeWorker: () => void;
}

/** Documents are written together until a batch has this many, or this many bytes. */
const BATCH = { documents: 50, bytes: 8_000_000 };

/** Creates the function that imports archives. */
export function createImportSpace(deps: ImportDeps): ImportSpace {
  const { indexer, importing, maxArchiveBytes } = deps;

  return async (caller, archive, options) => {
    requireWholeOrganization(caller);
    await indexer.ready();
    const source = cappedBytes(inflate(archive), maxArchiveBytes, () => archiveTooLarge(maxArchiveBytes));
    try {
      const reader = createArchiveReader(source);
      let documents = 0;
      const found = await readSpace(reader, options);
      const space = await importing.fill(caller, found, async (row) => {
        const parts: ArchivePart[] = [];
        documents = await importDocuments(deps, caller, row, reader, parts);
        await joinArchives(deps.db, row.orgId, row.id, parts);
        const evaluations = await importEvaluations(deps, row, reader);
        await reader.end({ documents, evaluations });
      });
      deps.wakeWorker();
      return { space, documents };
    } finally {
      // Stops the upload if the caller is still sending.
      await source.return(undefined);
    }
  };
}

/**
 * Returns the number of imported documents.
 * @param parts Receives the documents that are files of archives.
 */
async function importDocuments(
  deps: ImportDeps,
  caller: Caller,
  space: SpaceRow,
  reader: ArchiveReader,
  parts: ArchivePart[],
): Promise<number> {
  const { blobs, maxFileBytes } = deps;
  const limit = TIER_LIMITS[caller.tier].documentsPerSpace ?? Number.POSITIVE_INFINITY;
  const files: ReceivedFile[] = [];
  const receive = async (pieces: AsyncIterable<Uint8Array>) => {
    const capped = cappedBytes(pieces, maxFileBytes, () => fileTooLarge(maxFileBytes));
    const file = await receiveFile(blobs, space.orgId, capped);
    files.push(file);
    return file;
  };
  let batch: ArchivedDocument[] = [];
  const write = async () => {
    await refuseDuplicates(deps, space, batch);
    await writeArchivedDocuments(deps, space, batch);
    batch = [];
    files.length = 0;
  };
  let count = 0;
  let bytes = 0;
  try {
    for (; await reader.isIn("documents"); count += 1) {
      if (count >= limit) throw spaceIsFull(caller);
      const document = await readArchivedDocument(reader, FOLDERS.document(count + 1), receive);
      batch.push(document);
      const { filename, partOf } = document.record;
      if (partOf != null) parts.push({ filename, partOf });
      bytes += document.bytes;
      if (batch.length < BATCH.documents && bytes < BATCH.bytes) continue;
      await write();
      bytes = 0;
    }
    await write();
    return count;
  } finally {
    // After a failure, the remaining files belong to no document, or to one that is erased with its space.
    for (const file of files) {
      file.release();
      await file.discard();
    }
  }
}

async function refuseDuplicates(
  { db }: ImportDeps,
  { orgId, id }: SpaceRow,
  batch: readonly ArchivedDocument[],
): Promise<void> {
  const names = batch.map(({ record }) => record.filename);
  const held = await findByFilenames(db, orgId, id, names);
  const duplicate = names.find((name, at) => held.has(name) || names.indexOf(name) !== at);
  if (duplicate !== undefined)
    throw brokenArchive(`it contains two documents named ${JSON.stringify(duplicate)}`);
}

async function readSpace(reader: ArchiveReader, options: ImportOptions): Promise<NewSpace> {
  const entry = `${FOLDERS.space}/${ENTRIES.space}`;
  const text = await reader.text(entry, MAX_BYTES.space);
  const { version } = parseRecord(entry, text, checkOf(FormatRecord));
  if (version !== VERSION)
    throw brokenArchive(`it has format version ${version}, and this server reads version ${VERSION}`);
  const { space } = parseRecord(entry, text, checkOf(SpaceRecord));
  await reader.endFolder(FOLDERS.space);
  return {
    name: options.name ?? space.name,
    slug: options.slug,
    slugText: options.name ?? space.slug,
    ...{ icon: space.icon, description: space.description, metadata: space.metadata },
    chunking: readChunking(space.chunking),
    vectorWeight: space.ranking.vectorWeight ?? null,
  };
}
