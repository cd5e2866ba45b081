import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import type { Database } from "../../platform/database/database.ts";
import { awaitPipelined } from "../../platform/database/pipelined.ts";
import { isUniqueViolation, postgresCode } from "../../platform/log/database-errors.ts";
import { insertPending, type PendingDocument } from "../../records/documents/document-changes.ts";
import { holdRoomInSpace, spaceIsFull } from "../../records/documents/document-limit.ts";
import { type DocumentRow, findByFilenames } from "../../records/documents/document-rows.ts";
import { filenameTaken } from "../../records/documents/filename-taken.ts";
import { documentEvent } from "../../records/documents/to-document.ts";
import { requireActiveSpace } from "../../records/spaces/active-space.ts";
import { spaceNotFound } from "../../records/spaces/space-not-found.ts";
import type { IngestDeps } from "../ingest-deps.ts";
import type { ClaimedRow } from "../receive/pending-row.ts";

/** A document to store with its job. */
export interface PendingUpload extends ClaimedRow {
  /** True if the document is small enough to be processed together with others. */
  readonly isBrief: boolean;
}

/** Uploads of one caller to one space, which is named by id or slug. */
export interface UploadGroup {
  readonly scope: TenantScope;
  readonly space: string;
  readonly uploads: readonly PendingUpload[];
}

type StoreDeps = Pick<IngestDeps, "db" | "events">;
type Outcome = DocumentRow | Error;

const FOREIGN_KEY_VIOLATION = "23503";

/**
 * Stores uploads with their jobs in one transaction. Returns the rows, or the errors of refused uploads, in the order of
 * the uploads.
 * @throws QuarryError `not_found` if there is no such space.
 */
export async function storeUploads(deps: StoreDeps, group: UploadGroup): Promise<Outcome[]> {
  const { scope, space, uploads } = group;
  const { id: spaceId } = await requireActiveSpace(deps.db, scope, space);
  const filenames = uploads.map(({ row }) => row.filename);
  const taken = new Set((await findByFilenames(deps.db, scope.orgId, spaceId, filenames)).keys());
  const outcomes: Outcome[] = [];
  const fresh: PendingDocument[] = [];
  for (const [at, { row, file, isBrief }] of uploads.entries()) {
    if (taken.has(row.filename)) outcomes[at] = filenameTaken(row.filename);
    else fresh.push({ row: { ...row, spaceId }, file, isBrief });
    taken.add(row.filename);
  }
  const stored = (await insertAll(deps, scope, spaceId, fresh)).values();
  return uploads.map((_, at) => outcomes[at] ?? (stored.next().value as Outcome));
}

async function insertAll(
  deps: StoreDeps,
  scope: TenantScope,
  spaceId: string,
  added: readonly PendingDocument[],
): Promise<Outcome[]> {
  const [first] = added;
  if (!first) return [];
  try {
    const room = await deps.db.transaction((tx) => insertWithRoom(deps, tx, scope, spaceId, added));
    return added.map(({ row }, at) => (at < room ? row : spaceIsFull(scope)));
  } catch (error) {
    const isPurged = postgresCode(error) === FOREIGN_KEY_VIOLATION;
    if (!isPurged && !isUniqueViolation(error)) throw error;
    if (added.length === 1) return [isPurged ? spaceNotFound(spaceId) : filenameTaken(first.row.filename)];
    // Another writer took one of the names. Storing each alone shows which.
    const outcomes: Outcome[] = [];
    for (const one of added) outcomes.push(...(await insertAll(deps, scope, spaceId, [one])));
    return outcomes;
  }
}

/** Inserts the first rows, as many as the space has room for. Returns the room. */
async function insertWithRoom(
  { events }: StoreDeps,
  tx: Database,
  scope: TenantScope,
  spaceId: string,
  added: readonly PendingDocument[],
): Promise<number> {
  const room = await holdRoomInSpace(tx, scope, spaceId);
  const fitting = added.slice(0, Math.max(0, room));
  const created = fitting.map(({ row }) => documentEvent("document.created", row));
  // Sent together, because each awaited answer costs a turn of the event loop.
  await awaitPipelined([insertPending(tx, fitting), events.record(tx, scope.orgId, created)]);
  return room;
}
