import { and, asc, eq, gt } from "drizzle-orm";
import { repairDifferences } from "../indexes/reconcile/reconcile.ts";
import { findDifferences } from "../indexes/records/index-differences.ts";
import type { Database } from "../platform/database/database.ts";
import { documents } from "../platform/database/tables/document-tables.ts";
import type { DoctorDeps } from "./doctor.ts";
import type { Operation } from "./operation-event.ts";

const BATCH = 20;
const REPORT_MS = 1000;

/**
 * Rewrites every document in both derived indexes from the database, without calling the embedding provider and while
 * the service keeps running; then repairs the remaining differences.
 */
export async function* reindex(deps: DoctorDeps): Operation {
  const { db, indexer } = deps;
  const total = await db.$count(documents, eq(documents.status, "COMPLETED"));
  let done = 0;
  let reported = performance.now();
  for await (const { orgId, ids } of completedDocuments(db)) {
    await indexer.refresh(orgId, ids);
    done += ids.length;
    if (performance.now() - reported < REPORT_MS) continue;
    reported = performance.now();
    yield { type: "progress", text: `${done} of ${total} documents` };
  }
  const repaired = await repairDifferences(indexer, findDifferences(deps, ["lexical", "vectors"]));
  const rest = repaired > 0 ? `, ${repaired} other differences repaired` : "";
  yield { type: "result", isGood: true, text: `${done} documents reindexed${rest}` };
}

/** The ids of all COMPLETED documents, in batches of one organization each. */
export async function* completedDocuments(db: Database) {
  for (let last = ""; ; ) {
    const page = await db
      .select({ id: documents.id, orgId: documents.orgId })
      .from(documents)
      .where(and(eq(documents.status, "COMPLETED"), gt(documents.id, last)))
      .orderBy(asc(documents.id))
      .limit(BATCH);
    for (const [orgId, rows] of Map.groupBy(page, (row) => row.orgId))
      yield { orgId, ids: rows.map(({ id }) => id) };
    const end = page.at(-1);
    if (!end) return;
    last = end.id;
  }
}
