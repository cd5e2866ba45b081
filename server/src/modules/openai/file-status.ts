import type { Document } from "@quarry/schema";
import { type SQL, sql } from "drizzle-orm";
import { documents } from "../../platform/database/tables/document-tables.ts";
import { SERVICE_FAILURE } from "../../records/documents/service-failure.ts";

/** The statuses of a file of a vector store. */
export const FILE_STATUSES = ["in_progress", "completed", "cancelled", "failed"] as const;
/** One of the statuses. */
export type FileStatus = (typeof FILE_STATUSES)[number];

/** Number of files by status. */
export type FileCounts = Record<FileStatus | "total", number>;

/** The error message of a document whose batch was cancelled before it was processed. */
export const CANCELLED = "The file batch was cancelled before this file was processed.";

/** The status of a document as a file of a vector store. */
export function statusOf({ status, errorMessage }: Pick<Document, "status" | "errorMessage">): FileStatus {
  if (status === "COMPLETED") return "completed";
  if (status !== "FAILED") return "in_progress";
  return errorMessage === CANCELLED ? "cancelled" : "failed";
}

/** Why a document failed; null if it did not. */
export function lastErrorOf(document: Pick<Document, "status" | "errorMessage">) {
  if (statusOf(document) !== "failed") return null;
  const message = document.errorMessage ?? "The file could not be processed.";
  const code = message.startsWith(SERVICE_FAILURE) ? "server_error" : "invalid_file";
  return { code, message };
}

const isCancelled = sql`${documents.errorMessage} is not distinct from ${CANCELLED}`;

/** {@link statusOf} in SQL. */
const CONDITIONS: Record<FileStatus, SQL> = {
  in_progress: sql`${documents.status} in ('PENDING', 'PROCESSING')`,
  completed: sql`${documents.status} = 'COMPLETED'`,
  cancelled: sql`(${documents.status} = 'FAILED' and ${isCancelled})`,
  failed: sql`(${documents.status} = 'FAILED' and not ${isCancelled})`,
};

const count = (status: FileStatus) => sql<number>`(count(*) filter (where ${CONDITIONS[status]}))::int`;

/** Conditions on documents, and their numbers, by status. */
export const STATUS = {
  conditions: CONDITIONS,
  counts: {
    in_progress: count("in_progress"),
    completed: count("completed"),
    cancelled: count("cancelled"),
    failed: count("failed"),
    total: sql<number>`count(*)::int`,
  },
};

/** The counts of nothing. */
export const NO_FILES: FileCounts = { in_progress: 0, completed: 0, cancelled: 0, failed: 0, total: 0 };

/** Counts documents by status. */
export function countStatuses(found: readonly Pick<Document, "status" | "errorMessage">[]): FileCounts {
  const counts = { ...NO_FILES };
  for (const document of found) {
    counts[statusOf(document)] += 1;
    counts.total += 1;
  }
  return counts;
}
