import { sql } from "drizzle-orm";
import type { Run } from "../../sql/sql-executor.ts";
import { texts } from "../../sql/sql-values.ts";

// All locks belong to a transaction: PostgreSQL releases them when it ends, however it ends.

const organization = (orgId: string) => JSON.stringify(["quarry lexical", orgId]);
const space = (orgId: string, spaceId: string) => JSON.stringify(["quarry lexical", orgId, "space", spaceId]);
const document = (orgId: string, documentId: string) =>
  JSON.stringify(["quarry lexical", orgId, "document", documentId]);
const merge = (orgId: string, spaceId: string) => JSON.stringify(["quarry lexical", orgId, "merge", spaceId]);

/**
 * Waits for other writers of the same documents and for deletions of their spaces or organization, and blocks both
 * until the transaction ends.
 */
export async function lockDocuments(
  run: Run,
  orgId: string,
  spaceIds: Iterable<string>,
  documentIds: Iterable<string>,
): Promise<void> {
  // All writers lock in the same order, which prevents deadlocks.
  const shared = [organization(orgId), ...[...spaceIds].sort().map((id) => space(orgId, id))];
  const own = [...new Set(documentIds)].sort().map((id) => document(orgId, id));
  await run(sql`
    select case when at <= ${shared.length}::int
      then pg_advisory_xact_lock_shared(hashtextextended(name, 0))
      else pg_advisory_xact_lock(hashtextextended(name, 0)) end
    from unnest(${texts([...shared, ...own])}) with ordinality as names(name, at)`);
}

/** Waits until no transaction writes to a space, then blocks writers. */
export async function lockSpace(run: Run, orgId: string, spaceId: string): Promise<void> {
  await run(sql`select pg_advisory_xact_lock(hashtextextended(${space(orgId, spaceId)}, 0))`);
}

/** Waits until no transaction writes to an organization, then blocks writers. */
export async function lockOrganization(run: Run, orgId: string): Promise<void> {
  await run(sql`select pg_advisory_xact_lock(hashtextextended(${organization(orgId)}, 0))`);
}

/** Claims the merging of a space; returns false when another process is merging it. */
export async function claimMerge(run: Run, orgId: string, spaceId: string): Promise<boolean> {
  const [row] = await run(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${merge(orgId, spaceId)}, 0)) as free`,
  );
  return row?.free === true;
}
