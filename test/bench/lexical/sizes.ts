import type { OpenDatabase } from "../../../server/src/platform/database/database.ts";
import { print } from "./print.ts";

/** Prints the size of the index's tables per chunk, and the segments of some spaces. */
export async function reportSizes(db: OpenDatabase["db"], chunks: number): Promise<void> {
  const perChunk = (bytes: unknown) => (Number(bytes) / chunks).toFixed(0);
  const tables = await db.execute(`
    select relname, pg_table_size(oid)::float8 as heap, pg_indexes_size(oid)::float8 as indexes
    from pg_class where relname like 'lexical\\_%' and relkind = 'r' order by 2 desc`);
  for (const { relname, heap, indexes } of tables)
    print(
      `${String(relname).padEnd(18)} ${perChunk(heap).padStart(5)} + ${perChunk(indexes).padStart(4)} bytes per chunk (table + indexes)`,
    );
  const [live] = await db.execute(`
    select ((select sum(octet_length(bytes)) from lexical_pages) + (select sum(octet_length(bytes)) from lexical_lists)
      + (select sum(octet_length(header)) from lexical_segments))::float8 as postings,
      (select sum(octet_length(words)) from lexical_chunks)::float8 as words`);
  print(
    `in use: postings ${perChunk(live?.postings)}, words ${perChunk(live?.words)} bytes per chunk; the rest is row overhead and free space of merged segments`,
  );
  const total = tables.reduce((sum, { heap, indexes }) => sum + Number(heap) + Number(indexes), 0);
  print(`total ${perChunk(total)} bytes per chunk`);
  const segments = await db.execute(
    "select space_id, array_agg(chunk_count order by chunk_count desc)::text as chunks from lexical_segments where space_id in ('half', 'mid0', 'small3') group by 1",
  );
  for (const { space_id, chunks: counts } of segments) print(`segments of ${space_id}: ${counts}`);
}
