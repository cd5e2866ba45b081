import type { Chunking } from "@quarry/schema";
import { and, asc, eq, inArray } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { spaces } from "../../platform/database/tables/document-tables.ts";

/** Reads a space's chunking settings. Null means the default. */
export async function findChunking(db: Database, orgId: string, spaceId: string): Promise<Chunking | null> {
  const [row] = await db
    .select({ chunking: spaces.chunking })
    .from(spaces)
    .where(and(eq(spaces.orgId, orgId), eq(spaces.id, spaceId)));
  return row?.chunking ?? null;
}

/**
 * Reads the chunking settings of some spaces, by id, and locks them until the transaction ends. Writers of documents and
 * of settings call it before they lock any document, to avoid deadlocks.
 */
export async function holdChunking(
  tx: Database,
  orgId: string,
  spaceIds: readonly string[],
): Promise<Map<string, Chunking | null>> {
  const rows = await tx
    .select({ id: spaces.id, chunking: spaces.chunking })
    .from(spaces)
    .where(and(eq(spaces.orgId, orgId), inArray(spaces.id, [...spaceIds])))
    .orderBy(asc(spaces.id))
    .for("share");
  return new Map(rows.map(({ id, chunking }) => [id, chunking]));
}
