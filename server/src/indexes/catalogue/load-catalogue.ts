import type { Metadata } from "@quarry/schema";
import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { documents, spaces } from "../../platform/database/tables/document-tables.ts";
import type { Expected } from "../records/index-differences.ts";
import { toLiveSpace } from "../records/live-rows.ts";
import { createLiveCatalogue, type LiveCatalogue } from "./live-catalogue.ts";

/** Documents of a page. A page at a time bounds the memory. */
const PAGE = 5000;

/** A catalogue, and what the indexes must hold at this moment, by organization and document. */
export interface LoadedCatalogue {
  readonly catalogue: LiveCatalogue;
  readonly expected: ReadonlyMap<string, ReadonlyMap<string, Expected>>;
}

type DocumentRow = readonly [
  orgId: string,
  id: string,
  spaceId: string,
  generation: number,
  chunkCount: number,
  filename: string,
  title: string | null,
  metadata: Metadata,
];

/** Loads a catalogue. It is current only if nothing changes the database meanwhile. */
export async function loadCatalogue(db: Database): Promise<LoadedCatalogue> {
  const catalogue = createLiveCatalogue();
  const expected = new Map<string, Map<string, Expected>>();
  const active = await db.select().from(spaces).where(eq(spaces.isArchived, false));
  for (const row of active) catalogue.add(row.orgId, { documents: [], spaces: [toLiveSpace(row)] });
  for (let last = ""; ; ) {
    const page = await readPage(db, last);
    for (const [orgId, id, spaceId, generation, chunkCount, filename, title, metadata] of page) {
      const document = { id, spaceId, generation, filename, title, metadata };
      catalogue.add(orgId, { documents: [document], spaces: [] });
      const known = expected.get(orgId) ?? new Map<string, Expected>();
      expected.set(orgId, known.set(id, { generation, chunkCount }));
    }
    const end = page.at(-1);
    if (!end || page.length < PAGE) return { catalogue, expected };
    [, last] = end;
  }
}

/** Reads a page as one JSON text: reading it row by row takes three times as long. */
async function readPage(db: Database, last: string): Promise<readonly DocumentRow[]> {
  const { orgId, id, spaceId, generation, chunkCount, filename, title, metadata } = documents;
  const row = sql`json_build_array(${orgId}, ${id}, ${spaceId}, ${generation}, ${chunkCount}, ${filename}, ${title}, ${metadata})`;
  const page = db
    .select({ row: row.as("row") })
    .from(documents)
    .where(and(eq(documents.status, "COMPLETED"), gt(id, last)))
    .orderBy(asc(id))
    .limit(PAGE)
    .as("page");
  const [read] = await db.select({ rows: sql<string | null>`json_agg(${page.row})::text` }).from(page);
  return JSON.parse(read?.rows ?? "[]");
}
