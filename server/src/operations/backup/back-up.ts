import { Readable } from "node:stream";
import { type BlobStore, type Clock, QuarryError } from "@quarry/core";
import type { Sql } from "postgres";
import type { Database, OpenDatabase } from "../../platform/database/database.ts";
import { lastMigration } from "../../platform/database/migrate.ts";
import { readRows, tablesOf } from "../../platform/database/table-rows.ts";
import { documents, openAiFiles } from "../../platform/database/tables/document-tables.ts";
import type { QueryService } from "../../retrieve/query-service.ts";
import type { Finding, Operation } from "../operation-event.ts";
import { reported, type Status } from "../reported.ts";
import type { BackupFolder, ListedFile } from "./backup-folder.ts";
import { copyFiles } from "./copy-files.ts";
import { FORMAT, type Manifest } from "./manifest.ts";
import { askQuestions, chooseQuestions, isAlike } from "./sample-questions.ts";

/** What a backup is made of. */
export interface BackupDeps {
  readonly db: Database;
  readonly connect: OpenDatabase["connect"];
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly queries: QueryService;
  openBackups(path: string): BackupFolder;
}

/**
 * Tables that a start fills from the others: the indexes, and changes that they have not confirmed. Small original files
 * are copied with the others.
 */
const isDerived = (name: string) =>
  /^(derived_indexes|outbox|small_files|lexical_.*|chunk_vectors.*)$/.test(name);
/** Documents whose files are deleted while they are copied move the backup to a later moment. */
const MAX_MOMENTS = 20;

/**
 * Backs up the whole instance while it serves: all rows as they are at one moment, and the original files of the
 * documents of that moment. Files that the latest backup in the folder has are not copied again.
 * @throws QuarryError `invalid_request` when the folder cannot be written to.
 */
export async function* backUp(deps: BackupDeps, path: string): Operation {
  const startedAt = performance.now();
  const status = { text: "files are compared" };
  const made = makeBackup(deps, path, status).catch((error: unknown) => {
    throw isUnwritable(error) ? unwritable(path, error) : error;
  });
  const { name, manifest, copiedFiles, lost, isUnasked } = yield* reported(made, status);
  for (const finding of lost) yield { type: "finding", isRepaired: false, ...finding };
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const note = isUnasked
    ? " It is whole, but no sample question was answered completely, so verify cannot check the answers: make another when /ready names no problem."
    : "";
  yield {
    type: "result",
    isGood: lost.length === 0,
    text: `backup ${name}: ${rows} rows, ${manifest.files.count} files (${copiedFiles} new) in ${seconds} s.${note} Check it with: bun run verify ${path} ${name}`,
  };
}

async function makeBackup(deps: BackupDeps, path: string, status: Status) {
  const { db, connect, blobs, clock, queries } = deps;
  const folder = deps.openBackups(path);
  const createdAt = new Date(clock.now()).toISOString();
  const name = createdAt.replaceAll(":", "-");
  const copied = await filesOfLatest(folder);
  const earlier = new Set(copied.keys());
  const copyNew = (keys: readonly string[]) =>
    copyFiles(
      blobs,
      folder,
      keys.filter((key) => !copied.has(key)),
      copied,
      status,
    );
  // Most files are copied before the moment of the backup.
  const ofDocuments = await db.select({ key: documents.blobKey }).from(documents);
  const ofFiles = await db.select({ key: openAiFiles.blobKey }).from(openAiFiles);
  await copyNew([...ofDocuments, ...ofFiles].map(({ key }) => key));
  const chosen = await chooseQuestions(db);
  const questions = (await askQuestions(queries, chosen)).filter((question) => question !== undefined);

  let missingBefore = new Set<string>();
  for (let moment = 1; ; moment += 1) {
    await using snapshot = await openSnapshot(connect());
    const owners = await snapshot.owners();
    const missing = await copyNew(owners.map(({ key }) => key));
    const isSettled = [...missing].every((key) => missingBefore.has(key));
    if (!isSettled && moment < MAX_MOMENTS) {
      missingBefore = missing;
      continue;
    }
    const tables = await copyTables(snapshot.sql, folder, name, status);
    const files = owners.flatMap(({ key }) => copied.get(key) ?? []);
    const manifest: Manifest = {
      format: FORMAT,
      createdAt,
      migration: lastMigration(),
      tables,
      files: {
        count: files.length,
        bytes: files.reduce((sum, { size }) => sum + size, 0),
        sha256: await folder.writeFileList(name, files),
      },
      questions: await stillAnswered(queries, questions),
    };
    await folder.writeManifest(name, manifest);
    const lost = owners.filter(({ key }) => missing.has(key)).map(lostFile);
    return {
      ...{ name, manifest, lost, copiedFiles: files.filter(({ key }) => !earlier.has(key)).length },
      isUnasked: chosen.length > 0 && manifest.questions.length === 0,
    };
  }
}

/** The files that the folder has, by the list of its latest backup; none when that cannot be read. */
async function filesOfLatest(folder: BackupFolder): Promise<Map<string, ListedFile>> {
  const files = new Map<string, ListedFile>();
  try {
    for await (const file of folder.readFileList(await folder.find(undefined)))
      if (await folder.hasFile(file)) files.set(file.key, file);
    return files;
  } catch (error) {
    if (QuarryError.isInstance(error)) return new Map();
    throw error;
  }
}

/** All rows as they are now, on a connection that this closes. */
async function openSnapshot(sql: Sql) {
  await sql`begin isolation level repeatable read, read only`;
  return {
    sql,
    /** What has an original file: documents, and files of OpenAI's API. */
    owners: () =>
      sql<{ orgId: string; subject: string; key: string }[]>`
        select org_id as "orgId", 'document ' || id as subject, blob_key as key from documents
        union all
        select org_id, 'file ' || id, blob_key from openai_files
        order by key`,
    async [Symbol.asyncDispose]() {
      await sql`rollback`.catch(() => undefined);
      await sql.end({ timeout: 5 });
    },
  };
}

async function copyTables(sql: Sql, folder: BackupFolder, name: string, status: Status) {
  const tables: Manifest["tables"] = [];
  for (const table of await tablesOf(sql)) {
    if (isDerived(table.name)) continue;
    let rows = 0;
    async function* counted(pieces: AsyncIterable<Uint8Array>) {
      for await (const piece of pieces) {
        for (const byte of piece) if (byte === LINE_END) rows += 1;
        status.text = `${table.name}: ${rows} rows are copied`;
        yield piece;
      }
    }
    const sha256 = await folder.writeRows(
      name,
      table.name,
      Readable.from(counted(await readRows(sql, table))),
    );
    tables.push({ ...table, columns: [...table.columns], rows, sha256 });
  }
  return tables;
}

const LINE_END = 10;

/** Without the questions that a change at the time of the backup gave other answers. Those without an answer now are kept. */
async function stillAnswered(queries: QueryService, questions: Manifest["questions"]) {
  const again = await askQuestions(queries, questions);
  return questions.filter((question, at) => !again[at] || isAlike(question, again[at]));
}

function lostFile({ orgId, subject }: { readonly orgId: string; readonly subject: string }): Finding {
  return { orgId, subject, problem: "has lost its original file; the backup has its row, but not the file" };
}

function isUnwritable(error: unknown): error is NodeJS.ErrnoException {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^(ENOSPC|EDQUOT|EACCES|EPERM|EROFS|ENOTDIR)$/.test(code);
}

function unwritable(path: string, cause: NodeJS.ErrnoException): QuarryError {
  const problem = `Cannot write to the folder ${path} (${cause.code}). The user that Quarry runs as needs write access, and room for all rows and files.`;
  return new QuarryError("invalid_request", problem, { cause });
}
