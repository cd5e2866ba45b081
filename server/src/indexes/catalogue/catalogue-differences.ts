import { isDeepStrictEqual } from "node:util";
import type { Database } from "../../platform/database/database.ts";
import { organizations } from "../../platform/database/tables/organization-tables.ts";
import { evidenceOf, type IndexDifference } from "../records/index-differences.ts";
import type { CatalogueRows, LiveCatalogue } from "./live-catalogue.ts";
import { loadCatalogue } from "./load-catalogue.ts";

/** Compares the catalogue with the database. */
export async function* catalogueDifferences(
  db: Database,
  catalogue: LiveCatalogue | undefined,
): AsyncGenerator<IndexDifference> {
  if (!catalogue) return;
  const { catalogue: expected } = await loadCatalogue(db);
  for (const { id: orgId } of await db.select({ id: organizations.id }).from(organizations)) {
    const base = { orgId, index: "catalogue" as const };
    const [rows, held] = [expected.rows(orgId), catalogue.rows(orgId)];
    for (const found of compare(rows, held, "documents")) yield { ...base, subject: "document", ...found };
    for (const found of compare(rows, held, "spaces")) yield { ...base, subject: "description", ...found };
  }
}

function* compare(
  expected: CatalogueRows,
  held: CatalogueRows,
  kind: keyof CatalogueRows,
): Generator<Pick<IndexDifference, "id" | "problem" | "evidence">> {
  const left = new Map([...held[kind]].map((row) => [row.id, row]));
  for (const row of expected[kind]) {
    const { id } = row;
    const found = left.get(id);
    left.delete(id);
    if (found && isDeepStrictEqual(found, row)) continue;
    yield { id, problem: found ? "stale" : "missing", evidence: evidenceOf(row, found) };
  }
  for (const [id, row] of left) yield { id, problem: "leftover", evidence: evidenceOf(undefined, row) };
}
