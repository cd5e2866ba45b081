import { asc, gt } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { chunks } from "../../platform/database/tables/document-tables.ts";
import type { Log } from "../../platform/log/log.ts";
import type { ChunkTexts } from "../../records/documents/chunk-texts.ts";

const CHUNKS_PER_PAGE = 200;

/** Copies the stored texts to the file that queries read, after a start. It works half of the time, for the sake of queries. */
export async function fillTexts(
  deps: { readonly db: Database; readonly texts: ChunkTexts; readonly log: Log },
  signal: AbortSignal,
): Promise<void> {
  const { db, texts, log } = deps;
  const { id, documentId, generation, chunkIndex, content, context, metadata } = chunks;
  let last = "";
  try {
    while (!signal.aborted && !texts.isHalfFull()) {
      const start = performance.now();
      const page = await db
        .select({ id, documentId, generation, chunkIndex, content, context, metadata })
        .from(chunks)
        .where(gt(id, last))
        .orderBy(asc(id))
        .limit(CHUNKS_PER_PAGE);
      if (signal.aborted || page.length === 0) return;
      texts.fill(page);
      last = page.at(-1)?.id ?? last;
      await Bun.sleep(performance.now() - start);
    }
  } catch (error) {
    if (!signal.aborted)
      log.error("Could not copy all texts after the start; queries read the others from the database", error);
  }
}
