import type { VectorStore } from "@quarry/core";
import { and, asc, eq, gt } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { documents } from "../../platform/database/tables/document-tables.ts";

const SAMPLE = 5;

/**
 * True when a store outside the database holds none of the oldest documents: it was emptied or replaced.
 * @throws QuarryError `unavailable` while the store is away.
 */
export async function isEmptied(db: Database, vectors: VectorStore): Promise<boolean> {
  if (vectors.within || !vectors.capabilities.durable) return false;
  const sample = await db
    .select({ orgId: documents.orgId, spaceId: documents.spaceId, id: documents.id })
    .from(documents)
    .where(and(eq(documents.status, "COMPLETED"), gt(documents.chunkCount, 0)))
    .orderBy(asc(documents.id))
    .limit(SAMPLE);
  for (const { orgId, spaceId, id } of sample)
    if ((await vectors.count({ orgId, spaceIds: [spaceId], documentIds: [id] })) > 0) return false;
  return sample.length > 0;
}
