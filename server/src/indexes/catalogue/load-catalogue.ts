import { and, asc, eq, gt } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { documents, spaces } from "../../platform/database/tables/document-tables.ts";
import { toLiveDocument, toLiveSpace } from "../records/live-rows.ts";
import { createLiveCatalogue, type LiveCatalogue } from "./live-catalogue.ts";

/** Documents of a page. A page at a time bounds the memory. */
const PAGE = 20_000;

/** Loads a catalogue. It is current only if nothing changes the database meanwhile. */
export async function loadCatalogue(db: Database): Promise<LiveCatalogue> {
  const catalogue = createLiveCatalogue();
  const active = await db.select().from(spaces).where(eq(spaces.isArchived, false));
  for (const row of active) catalogue.add(row.orgId, { documents: [], spaces: [toLiveSpace(row)] });
  for (let last = ""; ; ) {
    const page = await db
      .select({
        orgId: documents.orgId,
        id: documents.id,
        spaceId: documents.spaceId,
        generation: documents.generation,
        filename: documents.filename,
        title: documents.title,
        metadata: documents.metadata,
      })
      .from(documents)
      .where(and(eq(documents.status, "COMPLETED"), gt(documents.id, last)))
      .orderBy(asc(documents.id))
      .limit(PAGE);
    for (const row of page) catalogue.add(row.orgId, { documents: [toLiveDocument(row)], spaces: [] });
    const end = page.at(-1);
    if (!end || page.length < PAGE) return catalogue;
    last = end.id;
  }
}
