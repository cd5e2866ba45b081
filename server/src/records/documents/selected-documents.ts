import type { Database } from "../../platform/database/database.ts";
import { withStatementDeadline } from "../../platform/database/statement-limits.ts";
import type { DocumentSelection } from "./document-filter.ts";

const DEADLINE = {
  withinMs: 10_000,
  message: "The documents were not found within 10 seconds. Narrow the filter, or try again later.",
};

/**
 * Runs statements that read the selected documents. If each document of the space must be compared, because no index finds
 * them, the statements have a deadline.
 * @throws QuarryError `unavailable` when one takes longer.
 */
export function readSelected<Result>(
  db: Database,
  { kinds, condition, name }: DocumentSelection,
  task: (db: Database) => Promise<Result>,
): Promise<Result> {
  const comparesAll = kinds !== undefined || condition !== undefined || name !== undefined;
  return comparesAll ? withStatementDeadline(db, DEADLINE, task) : task(db);
}
