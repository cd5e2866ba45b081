import { and, asc, eq, gte, isNull, sql } from "drizzle-orm";
import { isAnyOf } from "../../platform/database/any-of.ts";
import type { Database } from "../../platform/database/database.ts";
import { documents } from "../../platform/database/tables/document-tables.ts";
import type { DocumentRow } from "./document-rows.ts";

/** The state of the documents of an archive's files. */
export interface MemberStates {
  readonly archiveId: string;
  readonly total: number;
  /** How many are still to be processed. */
  readonly open: number;
  readonly failed: number;
  /** The names and messages of the first failed ones. */
  readonly failures: readonly (readonly [filename: string, message: string | null])[];
}

const ARCHIVE_TYPES = /^application\/(?:zip|gzip|x-tar)$/;
const MAX_FAILURES = 50;

/** True if documents of files in it may exist. */
export function mayHaveMembers({ mimeType, partOf }: Pick<DocumentRow, "mimeType" | "partOf">): boolean {
  return partOf === null && ARCHIVE_TYPES.test(mimeType);
}

const ofArchive = (orgId: string, archiveId: string) =>
  and(eq(documents.orgId, orgId), eq(documents.partOf, archiveId));

/** Reads the states of the files of some archives, by the archives' ids. An archive without documents has no entry. */
export async function findMemberStates(
  db: Database,
  orgId: string,
  rows: readonly Pick<DocumentRow, "id" | "mimeType" | "partOf">[],
): Promise<Map<string, MemberStates>> {
  const ids = rows.filter(mayHaveMembers).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const isFailed = sql`filter (where ${documents.status} = 'FAILED')`;
  const found = await db
    .select({
      archiveId: sql<string>`${documents.partOf}`,
      total: sql<number>`count(*)::int`,
      open: sql<number>`(count(*) filter (where ${documents.status} in ('PENDING', 'PROCESSING')))::int`,
      failed: sql<number>`(count(*) ${isFailed})::int`,
      failures: sql<MemberStates["failures"]>`coalesce(to_json((array_agg(
        json_build_array(${documents.filename}, ${documents.errorMessage}) order by ${documents.filename}
      ) ${isFailed})[1:${sql.raw(String(MAX_FAILURES))}]), '[]')`,
    })
    .from(documents)
    .where(and(eq(documents.orgId, orgId), isAnyOf(documents.partOf, ids)))
    .groupBy(documents.partOf);
  return new Map(found.map((states) => [states.archiveId, states]));
}

/** Lists the ids of an archive's files that were changed since a time. */
export async function listChangedMembers(
  db: Database,
  orgId: string,
  archiveId: string,
  since: Date,
): Promise<string[]> {
  const rows = await db
    .select({ id: documents.id })
    .from(documents)
    .where(and(ofArchive(orgId, archiveId), gte(documents.updatedAt, since)));
  return rows.map(({ id }) => id);
}

/** Locks the documents of an archive's files until the transaction ends, in order of their ids. */
export function lockMembers(tx: Database, orgId: string, archiveId: string): Promise<DocumentRow[]> {
  return tx
    .select()
    .from(documents)
    .where(ofArchive(orgId, archiveId))
    .orderBy(asc(documents.id))
    .for("update");
}

/** Deletes documents of an archive's files with their texts, chunks and jobs. */
export async function deleteMembers(
  tx: Database,
  orgId: string,
  rows: readonly DocumentRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await tx.delete(documents).where(and(eq(documents.orgId, orgId), isAnyOf(documents.id, ids)));
}

/** The filenames of a document of an archive's file and of its archive. */
export interface ArchivePart {
  readonly filename: string;
  readonly partOf: string;
}

/** Makes imported documents files of their archives again. A part whose archive is missing stays a document of its own. */
export async function joinArchives(
  tx: Database,
  orgId: string,
  spaceId: string,
  parts: readonly ArchivePart[],
): Promise<void> {
  if (parts.length === 0) return;
  const inSpace = and(eq(documents.orgId, orgId), eq(documents.spaceId, spaceId));
  const archives = await tx
    .select({ id: documents.id, filename: documents.filename })
    .from(documents)
    .where(
      and(
        inSpace,
        isNull(documents.partOf),
        isAnyOf(
          documents.filename,
          parts.map(({ partOf }) => partOf),
        ),
      ),
    );
  const members = Map.groupBy(parts, ({ partOf }) => partOf);
  const isPart = new Set(parts.map(({ filename }) => filename));
  for (const { id, filename } of archives) {
    if (isPart.has(filename)) continue;
    const names = (members.get(filename) ?? []).map((part) => part.filename);
    await tx
      .update(documents)
      .set({ partOf: id })
      .where(and(inSpace, isAnyOf(documents.filename, names)));
  }
}
