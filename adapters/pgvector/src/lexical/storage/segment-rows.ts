import { sql } from "drizzle-orm";
import type { Run } from "../../sql/sql-executor.ts";
import { byteColumn, numbers } from "../../sql/sql-values.ts";
import type { SegmentRows } from "../encoding/segment-encoder.ts";

/** Approximate bytes per statement; encoding a larger one would block the event loop too long. */
const STATEMENT_BYTES = 1_000_000;

/** Stores pages and long lists of a segment. */
export async function storeRows(
  run: Run,
  orgId: string,
  segmentId: number,
  rows: SegmentRows,
): Promise<void> {
  let page = rows.firstPage;
  for (const part of portions(rows.pages, (bytes) => bytes.length)) {
    const { blob, starts, lengths } = byteColumn(part);
    await run(sql`
      insert into lexical_pages (org_id, segment_id, page, bytes)
      select ${orgId}, ${segmentId}::bigint, ${page}::int + at::int - 1, substring(${blob} from start for length)
      from unnest(${starts}, ${lengths}) with ordinality as rows(start, length, at)`);
    page += part.length;
  }
  for (const part of portions(rows.lists, ({ bytes }) => bytes.length)) {
    const { blob, starts, lengths } = byteColumn(part.map(({ bytes }) => bytes));
    const keys = numbers(
      part.map(({ key }) => key),
      "bigint",
    );
    await run(sql`
      insert into lexical_lists (org_id, segment_id, key, bytes)
      select ${orgId}, ${segmentId}::bigint, key, substring(${blob} from start for length)
      from unnest(${keys}, ${starts}, ${lengths}) as rows(key, start, length)`);
  }
}

/** Stores the segment's own row, which makes it visible to searches. */
export async function storeSegment(
  run: Run,
  segment: { orgId: string; spaceId: string; segmentId: number; chunkCount: number; header: Uint8Array },
): Promise<void> {
  const { orgId, spaceId, segmentId, chunkCount, header } = segment;
  await run(sql`
    insert into lexical_segments (org_id, segment_id, space_id, chunk_count, header)
    values (${orgId}, ${segmentId}::bigint, ${spaceId}, ${chunkCount}, ${header}::bytea)`);
}

/** Deletes segments; returns how many existed. */
export async function dropSegments(run: Run, orgId: string, segmentIds: readonly number[]): Promise<number> {
  const ids = numbers(segmentIds, "bigint");
  const gone = await run(
    sql`delete from lexical_segments where org_id = ${orgId} and segment_id = any(${ids}) returning segment_id`,
  );
  await run(sql`delete from lexical_pages where org_id = ${orgId} and segment_id = any(${ids})`);
  await run(sql`delete from lexical_lists where org_id = ${orgId} and segment_id = any(${ids})`);
  return gone.length;
}

/**
 * Splits items into portions whose sizes add up to at most one statement's bytes. A single larger item is a portion
 * of its own.
 */
export function* portions<Item>(
  items: readonly Item[],
  sizeOf: (item: Item) => number,
): Generator<readonly Item[]> {
  let start = 0;
  let size = 0;
  for (const [at, item] of items.entries()) {
    const own = sizeOf(item) + 20;
    if (at > start && size + own > STATEMENT_BYTES) {
      yield items.slice(start, at);
      start = at;
      size = 0;
    }
    size += own;
  }
  if (start < items.length) yield items.slice(start);
}
