import { and, count, desc, eq, getTableColumns, inArray } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { evaluationRuns, evaluations } from "../../platform/database/tables/evaluation-tables.ts";
import type { PageRequest } from "../../platform/paging.ts";

/** A stored run. */
export type RunRow = typeof evaluationRuns.$inferSelect;
/** A stored run without its queries. */
export type RunHead = Omit<RunRow, "queries">;

const { queries: _queries, ...headColumns } = getTableColumns(evaluationRuns);
const newestFirst = [desc(evaluationRuns.createdAt), desc(evaluationRuns.id)];

const ofEvaluation = (orgId: string, evaluationId: string) =>
  and(eq(evaluationRuns.orgId, orgId), eq(evaluationRuns.evaluationId, evaluationId));

/** Adds a run and deletes the oldest ones beyond `kept`. Returns false when the evaluation no longer exists. */
export async function insertRun(db: Database, row: RunRow, kept: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [evaluation] = await tx
      .select({ id: evaluations.id })
      .from(evaluations)
      .where(and(eq(evaluations.orgId, row.orgId), eq(evaluations.id, row.evaluationId)))
      .for("update");
    if (!evaluation) return false;
    await tx.insert(evaluationRuns).values(row);
    const where = ofEvaluation(row.orgId, row.evaluationId);
    const old = tx
      .select({ id: evaluationRuns.id })
      .from(evaluationRuns)
      .where(where)
      .orderBy(...newestFirst)
      .offset(kept);
    await tx.delete(evaluationRuns).where(and(where, inArray(evaluationRuns.id, old)));
    return true;
  });
}

/** One run of an evaluation. */
export async function findRun(
  db: Database,
  orgId: string,
  evaluationId: string,
  id: string,
): Promise<RunRow | undefined> {
  const [row] = await db
    .select()
    .from(evaluationRuns)
    .where(and(ofEvaluation(orgId, evaluationId), eq(evaluationRuns.id, id)));
  return row;
}

/** A page of an evaluation's runs, newest first, and their total number. */
export async function listRuns(
  db: Database,
  orgId: string,
  evaluationId: string,
  { page, pageSize }: PageRequest,
): Promise<{ rows: RunHead[]; total: number }> {
  const where = ofEvaluation(orgId, evaluationId);
  const rows = await db
    .select(headColumns)
    .from(evaluationRuns)
    .where(where)
    .orderBy(...newestFirst)
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const [all] = await db.select({ total: count() }).from(evaluationRuns).where(where);
  return { rows, total: all?.total ?? 0 };
}

/** The newest run of each evaluation, by evaluation id. */
export async function findLatestRuns(
  db: Database,
  orgId: string,
  evaluationIds: readonly string[],
): Promise<Map<string, RunHead>> {
  if (evaluationIds.length === 0) return new Map();
  const rows = await db
    .selectDistinctOn([evaluationRuns.evaluationId], headColumns)
    .from(evaluationRuns)
    .where(and(eq(evaluationRuns.orgId, orgId), inArray(evaluationRuns.evaluationId, [...evaluationIds])))
    .orderBy(evaluationRuns.evaluationId, ...newestFirst);
  return new Map(rows.map((row) => [row.evaluationId, row]));
}
