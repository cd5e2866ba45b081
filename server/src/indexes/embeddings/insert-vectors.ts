import { sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { keptPlans } from "../../platform/database/kept-plans.ts";
import { embeddings } from "../../platform/database/tables/index-tables.ts";
import { toBytes } from "./vector-bytes.ts";

/** A vector with the hash of its text. */
export interface HashedVector {
  readonly hash: string;
  readonly vector: Float32Array;
}

/**
 * Inserts the vectors of one model that are not stored yet. All vectors are one parameter, which the database cuts: as
 * values of JSON rows they would be written and read as text twice.
 */
export async function insertVectors(
  db: Database,
  orgId: string,
  model: string,
  rows: readonly HashedVector[],
): Promise<void> {
  if (rows.length === 0) return;
  const hashes = rows.map(({ hash }) => hash);
  const lengths = rows.map(({ vector }) => vector.byteLength);
  let end = 1;
  const starts = lengths.map((length) => {
    const start = end;
    end += length;
    return start;
  });
  const bytes = Buffer.concat(rows.map(({ vector }) => toBytes(vector)));
  await db.execute(sql`
    with ${keptPlans} insert into ${embeddings} (org_id, model, hash, vector)
    select ${orgId}, ${model}, hash, substring(${bytes}::bytea from start for length)
    from kept_plans, unnest(${sql.param(hashes)}::text[], ${sql.param(starts)}::int[], ${sql.param(lengths)}::int[])
      as vectors (hash, start, length)
    on conflict do nothing`);
}
