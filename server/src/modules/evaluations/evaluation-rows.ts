import { and, count, desc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { documents } from "../../platform/database/tables/document-tables.ts";
import { evaluations } from "../../platform/database/tables/evaluation-tables.ts";
import type { PageRequest } from "../../platform/paging.ts";

/** A stored evaluation. */
export type EvaluationRow = typeof evaluations.$inferSelect;
/** A stored evaluation without its queries. */
export type EvaluationHead = Omit<EvaluationRow, "queries">;

const { queries: _queries, ...headColumns } = getTableColumns(evaluations);

const inSpace = (orgId: string, spaceId: string) =>
  and(eq(evaluations.orgId, orgId), eq(evaluations.spaceId, spaceId));
const one = (orgId: string, spaceId: string, id: string) =>
  and(inSpace(orgId, spaceId), eq(evaluations.id, id));

/** Adds an evaluation. */
export async function insertEvaluation(db: Database, row: EvaluationRow): Promise<void> {
  await db.insert(evaluations).values(row);
}

/** One evaluation of a space. */
export async function findEvaluation(
  db: Database,
  orgId: string,
  spaceId: string,
  id: string,
): Promise<EvaluationRow | undefined> {
  const [row] = await db
    .select()
    .from(evaluations)
    .where(one(orgId, spaceId, id));
  return row;
}

/** One evaluation of a space, without its queries. */
export async function findEvaluationHead(
  db: Database,
  orgId: string,
  spaceId: string,
  id: string,
): Promise<EvaluationHead | undefined> {
  const [row] = await db
    .select(headColumns)
    .from(evaluations)
    .where(one(orgId, spaceId, id));
  return row;
}

/** A page of a space's evaluations, newest first, and their total number. */
export async function listEvaluations(
  db: Database,
  orgId: string,
  spaceId: string,
  { page, pageSize }: PageRequest,
): Promise<{ rows: EvaluationHead[]; total: number }> {
  const rows = await db
    .select(headColumns)
    .from(evaluations)
    .where(inSpace(orgId, spaceId))
    .orderBy(desc(evaluations.createdAt), desc(evaluations.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  return { rows, total: await countEvaluations(db, orgId, spaceId) };
}

/** Counts the evaluations of a space. */
export async function countEvaluations(db: Database, orgId: string, spaceId: string): Promise<number> {
  const [all] = await db.select({ total: count() }).from(evaluations).where(inSpace(orgId, spaceId));
  return all?.total ?? 0;
}

/** Updates an evaluation and returns the new row. */
export async function updateEvaluation(
  db: Database,
  orgId: string,
  spaceId: string,
  id: string,
  change: Partial<Pick<EvaluationRow, "name" | "queries" | "queryCount" | "updatedAt">>,
): Promise<EvaluationRow | undefined> {
  const [row] = await db
    .update(evaluations)
    .set(change)
    .where(one(orgId, spaceId, id))
    .returning();
  return row;
}

/** Deletes an evaluation with its runs. Returns false when it does not exist. */
export async function deleteEvaluation(
  db: Database,
  orgId: string,
  spaceId: string,
  id: string,
): Promise<boolean> {
  const rows = await db
    .delete(evaluations)
    .where(one(orgId, spaceId, id))
    .returning({ id: evaluations.id });
  return rows.length > 0;
}

/** The COMPLETED documents of a space with these filenames: filename by document id. */
export async function findFilenames(
  db: Database,
  orgId: string,
  spaceId: string,
  filenames: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: documents.id, filename: documents.filename })
    .from(documents)
    .where(
      and(
        eq(documents.orgId, orgId),
        eq(documents.spaceId, spaceId),
        eq(documents.status, "COMPLETED"),
        // One parameter regardless of the number of filenames.
        inArray(documents.filename, sql`(select unnest(${sql.param([...new Set(filenames)])}::text[]))`),
      ),
    );
  return new Map(rows.map(({ id, filename }) => [id, filename]));
}
