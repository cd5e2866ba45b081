import type { FilteredScope } from "@quarry/core";
import { sql } from "drizzle-orm";
import { filterSql } from "../../sql/filter-sql.ts";
import type { Run } from "../../sql/sql-executor.ts";
import { readNumbers, texts } from "../../sql/sql-values.ts";

/** Finds the writes of each space that pass a scope's document ids and filter; undefined when it has neither. */
export async function allowedDocuments(
  run: Run,
  { orgId, documentIds, filter }: FilteredScope,
  spaceIds: readonly string[],
): Promise<ReadonlyMap<string, readonly number[]> | undefined> {
  if (!documentIds && !filter) return undefined;
  const rows = await run(sql`
    select space_id, array_agg(write_no)::text as write_nos from lexical_documents
    where org_id = ${orgId} and space_id = any(${texts(spaceIds)})
      ${documentIds ? sql`and document_id = any(${texts(documentIds)})` : sql``}
      ${filter ? sql`and ${filterSql(filter)}` : sql``}
    group by space_id`);
  return new Map(rows.map((row) => [String(row.space_id), readNumbers(row.write_nos)]));
}
