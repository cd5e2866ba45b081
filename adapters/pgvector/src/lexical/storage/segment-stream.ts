import { sql } from "drizzle-orm";
import type { Run } from "../../sql/sql-executor.ts";
import { PageCursor } from "../encoding/dictionary-page.ts";
import type { SegmentHeader } from "../encoding/segment-header.ts";
import { SegmentGone } from "./segment-gone.ts";

/** Iterates over the terms of a segment by ascending key, with a few of its pages and lists in memory. */
export interface SegmentStream {
  /** True when `fill` must be awaited before the next step. */
  isEmpty(): boolean;
  fill(): Promise<void>;
  /** Key of the current term; Infinity at the end. */
  key(): number;
  count(): number;
  postings(): Uint8Array;
  /** Moves to the next term. */
  next(): void;
}

const PAGES_PER_READ = 64;
const MIN_LISTS = 8;
const LIST_BYTES_PER_READ = 256_000;

/** Opens a segment; call `fill` first. */
export function openStream(run: Run, orgId: string, header: SegmentHeader): SegmentStream {
  const { segmentId, firstKeys } = header;
  let pages: Uint8Array[] = [];
  let page = 0;
  let fetched = 0;
  let cursor: PageCursor | undefined;
  let isOver = firstKeys.length === 0;
  let lists: { readonly key: number; readonly bytes: Uint8Array }[] = [];
  let list = 0;
  let lastList = -1;
  let listsPerRead = MIN_LISTS;

  /** Moves the cursor to the next entry in memory; without one the cursor becomes undefined. */
  function advance(): void {
    while (!isOver) {
      if (cursor?.next()) return;
      cursor = undefined;
      if (page < pages.length) cursor = new PageCursor(pages[page++] as Uint8Array);
      else if (fetched < firstKeys.length) return;
      else isOver = true;
    }
  }

  async function fillPages(): Promise<void> {
    const end = Math.min(firstKeys.length, fetched + PAGES_PER_READ);
    const rows = await run(sql`
      select bytes from lexical_pages
      where org_id = ${orgId} and segment_id = ${segmentId}::bigint and page >= ${fetched}::int and page < ${end}::int
      order by page`);
    if (rows.length < end - fetched) throw new SegmentGone();
    pages = rows.map((row) => row.bytes as Uint8Array);
    page = 0;
    fetched = end;
    advance();
  }

  async function fillLists(): Promise<void> {
    const rows = await run(sql`
      select key, bytes from lexical_lists
      where org_id = ${orgId} and segment_id = ${segmentId}::bigint and key > ${lastList}::bigint
      order by key limit ${listsPerRead}`);
    if (rows.length === 0) throw new SegmentGone();
    lists = rows.map((row) => ({ key: Number(row.key), bytes: row.bytes as Uint8Array }));
    list = 0;
    lastList = lists.at(-1)?.key ?? lastList;
    const mean = lists.reduce((sum, { bytes }) => sum + bytes.length, 0) / lists.length;
    listsPerRead = Math.max(MIN_LISTS, Math.floor(LIST_BYTES_PER_READ / mean));
  }

  const lacksList = () => cursor?.isList === true && list >= lists.length;
  return {
    isEmpty: () => !isOver && (cursor === undefined || lacksList()),
    async fill() {
      if (!isOver && cursor === undefined) await fillPages();
      if (lacksList()) await fillLists();
    },
    key: () => (isOver ? Number.POSITIVE_INFINITY : (cursor as PageCursor).key),
    count: () => (cursor as PageCursor).count,
    postings() {
      const at = cursor as PageCursor;
      if (!at.isList) return at.bytes();
      const found = lists[list];
      if (found?.key !== at.key) throw new SegmentGone();
      return found.bytes;
    },
    next() {
      if (cursor?.isList) list += 1;
      advance();
    },
  };
}
