import type { Clock } from "@quarry/core";
import type { NewId } from "@quarry/core/internal";
import { LIMITS, type Space, TIER_LIMITS } from "@quarry/schema";
import type { ProcessingDeps } from "../../ingest/processing.ts";
import { fileTooLarge } from "../../ingest/receive/read-content.ts";
import { type ReceivedFile, receiveFile } from "../../ingest/receive/received-file.ts";
import type { Caller } from "../../platform/access/caller.ts";
import { requireWholeOrganization } from "../../platform/access/caller.ts";
import { cappedBytes } from "../../platform/bytes.ts";
import { spaceIsFull } from "../../records/documents/document-limit.ts";
import { findByFilenames } from "../../records/documents/document-rows.ts";
import { readChunking } from "../../records/spaces/chunking.ts";
import type { SpaceRow } from "../../records/spaces/space-rows.ts";
import { readGoldenQueries } from "../evaluations/golden-queries.ts";
import { insertEvaluation } from "../evaluations/queries.ts";
import type { ImportingSpaces, NewSpace } from "../spaces/importing-spaces.ts";
import {
  ENTRIES,
  EvaluationRecord,
  FOLDERS,
  FormatRecord,
  MAX_BYTES,
  SpaceRecord,
  VERSION,
} from "./archive-format.ts";
import { type ArchiveReader, checkOf, createArchiveReader, parseRecord } from "./archive-reader.ts";
import { archiveTooLarge, brokenArchive } from "./broken-archive.ts";
import { inflate } from "./inflate.ts";
import { type ArrivedDocument, readDocument } from "./read-document.ts";
import { createWriteDocuments } from "./write-documents.ts";

/** What a caller wants of the new space. */
export interface ImportOptions {
  readonly name?: string | undefined;
  readonly slug?: string | undefined;
}

/** What came of an import. */
export interface ImportedSpace {
  readonly space: Space;
  readonly documents: number;
}

/**
 * Makes a new space of an archive that comes in piece by piece. It is seen when everything is in it; when anything is
 * wrong there is nothing of it.
 */
export type ImportSpace = (
  caller: Caller,
  archive: AsyncIterable<Uint8Array>,
  options: ImportOptions,
) => Promise<ImportedSpace>;

/** Documents are written together up to so many, or so many bytes. */
const BATCH = { documents: 50, bytes: 8_000_000 };

/** Creates it. */
export function createImportSpace(
  deps: ProcessingDeps & {
    readonly newId: NewId;
    readonly clock: Clock;
    readonly importing: ImportingSpaces;
    readonly maxFileBytes: number;
    readonly maxArchiveBytes: number;
    readonly wakeWorker: () => void;
  },
): ImportSpace {
  const { db, newId, clock, blobs, indexer, importing, maxFileBytes, maxArchiveBytes } = deps;
  const writeDocuments = createWriteDocuments(deps);

  /** Answers how many there are. */
  async function readDocuments(caller: Caller, space: SpaceRow, reader: ArchiveReader): Promise<number> {
    const limit = TIER_LIMITS[caller.tier].documentsPerSpace ?? Number.POSITIVE_INFINITY;
    const files: ReceivedFile[] = [];
    let batch: ArrivedDocument[] = [];
    const write = async () => {
      await refuseDoubles(space, batch);
      await writeDocuments(space, batch);
      batch = [];
      files.length = 0;
    };
    let count = 0;
    let bytes = 0;
    try {
      for (; await reader.isIn("documents"); count += 1) {
        if (count >= limit) throw spaceIsFull(caller);
        const document = await readDocument(reader, FOLDERS.document(count + 1), async (pieces) => {
          const file = await receiveFile(
            blobs,
            space.orgId,
            cappedBytes(pieces, maxFileBytes, () => fileTooLarge(maxFileBytes)),
          );
          files.push(file);
          return file;
        });
        batch.push(document);
        bytes += document.bytes;
        if (batch.length < BATCH.documents && bytes < BATCH.bytes) continue;
        await write();
        bytes = 0;
      }
      await write();
      return count;
    } finally {
      // Those that are left over are of no document, or of one that goes with its space.
      for (const file of files) {
        file.release();
        await file.discard();
      }
    }
  }

  async function refuseDoubles({ orgId, id }: SpaceRow, batch: readonly ArrivedDocument[]): Promise<void> {
    const names = batch.map(({ record }) => record.filename);
    const held = await findByFilenames(db, orgId, id, names);
    const twice = names.find((name, at) => held.has(name) || names.indexOf(name) !== at);
    if (twice !== undefined) throw brokenArchive(`it holds two documents named ${JSON.stringify(twice)}`);
  }

  async function readEvaluations({ orgId, id }: SpaceRow, reader: ArchiveReader): Promise<number> {
    let count = 0;
    const names = new Set<string>();
    for (; await reader.isIn("evaluations"); count += 1) {
      const folder = FOLDERS.evaluation(count + 1);
      const entry = `${folder}/${ENTRIES.evaluation}`;
      const { name, queries } = await reader.json(entry, MAX_BYTES.evaluation, EvaluationRecord);
      if (names.has(name) || count >= LIMITS.evaluationsMax)
        throw brokenArchive(
          `${entry}: its name is there already, or there are more than ${LIMITS.evaluationsMax}`,
        );
      names.add(name);
      await reader.endFolder(folder);
      const now = new Date(clock.now());
      await insertEvaluation(db, {
        ...{ id: newId("evaluation"), orgId, spaceId: id, name },
        ...{
          queries: readGoldenQueries(queries),
          queryCount: queries.length,
          createdAt: now,
          updatedAt: now,
        },
      });
    }
    return count;
  }

  return async (caller, archive, options) => {
    requireWholeOrganization(caller);
    await indexer.ready();
    const source = cappedBytes(inflate(archive), maxArchiveBytes, () => archiveTooLarge(maxArchiveBytes));
    try {
      const reader = createArchiveReader(source);
      let documents = 0;
      const found = await readSpace(reader, options);
      const space = await importing.fill(caller, found, async (row) => {
        documents = await readDocuments(caller, row, reader);
        const evaluations = await readEvaluations(row, reader);
        await reader.end({ documents, evaluations });
      });
      deps.wakeWorker();
      return { space, documents };
    } finally {
      // Whoever still sends more is told that nobody listens.
      await source.return(undefined);
    }
  };
}

async function readSpace(reader: ArchiveReader, options: ImportOptions): Promise<NewSpace> {
  const entry = `${FOLDERS.space}/${ENTRIES.space}`;
  const text = await reader.text(entry, MAX_BYTES.space);
  const { version } = parseRecord(entry, text, checkOf(FormatRecord));
  if (version !== VERSION)
    throw brokenArchive(
      `it is of version ${version} of the format, and this server reads version ${VERSION}`,
    );
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
