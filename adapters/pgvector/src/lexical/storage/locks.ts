import { sql } from "drizzle-orm";
import type { Run } from "../../sql/sql-executor.ts";
import { texts } from "../../sql/sql-values.ts";

// All locks are those of the transaction: PostgreSQL frees them with it, however it ends.

const organization = (orgId: string) => JSON.stringify(["quarry lexical", orgId]);
const space = (orgId: string, spaceId: string) => JSON.stringify(["quarry lexical", orgId, "space", spaceId]);
const document = (orgId: string, documentId: string) =>
  JSON.stringify(["quarry lexical", orgId, "document", documentId]);
const merge = (orgId: string, spaceId: string) => JSON.stringify(["quarry lexical", orgId, "merge", spaceId]);

/**
 * Waits for other writers of the same documents, and for deletions of the spaces or of the organization; keeps both
 * out until the transaction ends.
 */
export async function lockDocuments(
  run: Run,
  orgId: string,
  spaceIds: Iterable<string>,
  documentIds: Iterable<string>,
): Promise<void> {
  // In one order for all writers, so that none wait for each other in a circle.
  const shared = [organization(orgId), ...[...spaceIds].sort().map((id) => space(orgId, id))];
  const own = [...new Set(documentIds)].sort().map((id) => document(orgId, id));
  await run(sql`
    select case when at <= ${shared.length}::int
      then pg_advisory_xact_lock_shared(hashtextextended(name, 0))
      else pg_advisory_xact_lock(hashtextextended(name, 0)) end
    from unnest(${texts([...shared, ...own])}) with ordinality as names(name, at)`);
}

/** Waits until nobody writes to a space, and keeps writers out. */
export async function lockSpace(run: Run, orgId: string, spaceId: string): Promise<void> {
  await run(sql`select pg_advisory_xact_lock(hashtextextended(${space(orgId, spaceId)}, 0))`);
}

/** Waits until nobody writes to an organization, and keeps writers out. */
export async function lockOrganization(run: Run, orgId: string): Promise<void> {
  await run(sql`select pg_advisory_xact_lock(hashtextextended(${organization(orgId)}, 0))`);
}

/** Claims the merging of a space; false when another process merges there. */
export async function claimMerge(run: Run, orgId: string, spaceId: string): Promise<boolean> {
  const [row] = await run(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${merge(orgId, spaceId)}, 0)) as free`,
  );
  return row?.free === true;
}
