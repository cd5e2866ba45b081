import { sql } from "drizzle-orm";
import type { Rows, Run } from "../../sql/sql-executor.ts";
import { numbers } from "../../sql/sql-values.ts";
import { decodeHeader, type SegmentHeader } from "../encoding/segment-header.ts";
import { createFoundTerms, type FoundTerms } from "./found-terms.ts";
import { SegmentGone } from "./segment-gone.ts";
import { createSizedCache, type SizedCache } from "./sized-cache.ts";
import type { SpaceView } from "./space-view.ts";
import { createStoredChunks, type StoredChunks } from "./stored-chunks.ts";
import { createTermCache, type TermCache } from "./term-cache.ts";

/** Identifies a page of a segment. */
export interface PageName {
  readonly segmentId: number;
  readonly page: number;
}
/** Identifies a long list of a segment. */
export interface ListName {
  readonly segmentId: number;
  readonly key: number;
}

/**
 * Reads parts of segments and caches them: segments never change.
 * @throws SegmentGone when a part no longer exists.
 */
export interface SegmentReader {
  headers(run: Run, orgId: string, segmentIds: readonly number[]): Promise<Map<number, SegmentHeader>>;
  /** Reads the bytes of each page, in the order of the names. */
  pages(run: Run, orgId: string, names: readonly PageName[]): Promise<Uint8Array[]>;
  /** Reads the bytes of each long list, in the order of the names. */
  lists(run: Run, orgId: string, names: readonly ListName[]): Promise<Uint8Array[]>;
  readonly terms: TermCache;
  readonly spaceTerms: FoundTerms;
  readonly chunks: StoredChunks;
  /** The views of spaces as they were read last. */
  readonly views: SizedCache<SpaceView>;
}

/** Maximum number of rows per statement. */
const BATCH = 1000;

/**
 * Creates a reader with empty caches.
 * @param memoryBytes Maximum memory of all its caches together.
 */
export function createSegmentReader(memoryBytes: number): SegmentReader {
  const headers = createSizedCache<SegmentHeader>(memoryBytes / 16);
  const pages = createSizedCache<Uint8Array>(memoryBytes / 8);

  /** Reads byte strings in batches, in the order of their names. */
  async function read<Name>(
    names: readonly Name[],
    fetch: (part: readonly Name[]) => Promise<Rows>,
  ): Promise<Uint8Array[]> {
    const found: Uint8Array[] = [];
    for (let start = 0; start < names.length; start += BATCH) {
      const part = names.slice(start, start + BATCH);
      const rows = await fetch(part);
      if (rows.length < part.length) throw new SegmentGone();
      // Copied: the driver's buffers are slower to read and may be views of larger ones.
      for (const row of rows) found[start + Number(row.at) - 1] = new Uint8Array(row.bytes as Uint8Array);
    }
    return found;
  }

  return {
    terms: createTermCache(memoryBytes / 4),
    spaceTerms: createFoundTerms(memoryBytes / 4),
    chunks: createStoredChunks(memoryBytes / 4),
    views: createSizedCache<SpaceView>(memoryBytes / 16),
    async headers(run, orgId, segmentIds) {
      const found = new Map<number, SegmentHeader>();
      const missing: number[] = [];
      for (const id of segmentIds) {
        const header = headers.get(`${orgId}/${id}`);
        if (header) found.set(id, header);
        else missing.push(id);
      }
      if (missing.length === 0) return found;
      const rows = await run(sql`
        select segment_id, header from lexical_segments
        where org_id = ${orgId} and segment_id = any(${numbers(missing, "bigint")})`);
      if (rows.length < missing.length) throw new SegmentGone();
      for (const row of rows) {
        const id = Number(row.segment_id);
        const header = decodeHeader(id, row.header as Uint8Array);
        headers.set(`${orgId}/${id}`, header, header.size);
        found.set(id, header);
      }
      return found;
    },

    async pages(run, orgId, names) {
      const nameOf = ({ segmentId, page }: PageName) => `${orgId}/${segmentId}p${page}`;
      const found = names.map((name) => pages.get(nameOf(name)));
      const missing = [...found.keys()].filter((at) => found[at] === undefined);
      const wanted = missing.map((at) => names[at] as PageName);
      const fetched = await read(wanted, (part) => fetchPages(run, orgId, part));
      for (const [index, at] of missing.entries()) {
        const bytes = fetched[index] as Uint8Array;
        found[at] = bytes;
        pages.set(nameOf(names[at] as PageName), bytes, bytes.length);
      }
      return found as Uint8Array[];
    },

    // Not cached here: searches keep the decoded postings as terms.
    lists: (run, orgId, names) => read(names, (part) => fetchLists(run, orgId, part)),
  };
}

// In both statements `limit 1` forces one index look-up per row, regardless of the planner's statistics.

function fetchPages(run: Run, orgId: string, names: readonly PageName[]): Promise<Rows> {
  const segmentIds = names.map(({ segmentId }) => segmentId);
  const pages = names.map(({ page }) => page);
  return run(sql`
    select at, bytes
    from unnest(${numbers(segmentIds, "bigint")}, ${numbers(pages, "int")}) with ordinality
      as names(segment_id, page, at)
    cross join lateral (
      select bytes from lexical_pages
      where org_id = ${orgId} and segment_id = names.segment_id and page = names.page limit 1
    ) as found`);
}

function fetchLists(run: Run, orgId: string, names: readonly ListName[]): Promise<Rows> {
  const segmentIds = names.map(({ segmentId }) => segmentId);
  const keys = names.map(({ key }) => key);
  return run(sql`
    select at, bytes
    from unnest(${numbers(segmentIds, "bigint")}, ${numbers(keys, "bigint")}) with ordinality
      as names(segment_id, key, at)
    cross join lateral (
      select bytes from lexical_lists
      where org_id = ${orgId} and segment_id = names.segment_id and key = names.key limit 1
    ) as found`);
}
