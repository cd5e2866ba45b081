import { type Language, majorityLanguage } from "@quarry/core/internal";
import { sql } from "drizzle-orm";
import type { Run } from "../../sql/sql-executor.ts";
import type { SegmentHeader } from "../encoding/segment-header.ts";
import type { SegmentReader } from "../storage/segment-reader.ts";
import { createSizedCache } from "../storage/sized-cache.ts";
import { type FilteredSpace, packFilters, type SpaceFilters } from "./space-filters.ts";

/** Reads and caches the segment headers of whole organizations. */
export interface OrganizationSegments {
  /** Returns every space of an organization that has segments, by ascending id, with its Bloom filters. */
  filters(run: Run, reader: SegmentReader, orgId: string): Promise<SpaceFilters>;
}

/** Headers per statement. */
const BATCH = 1000;

/**
 * Creates an empty cache. An entry is valid while the organization's set of segments is the same, which one index-
 * only query checks: segments never change.
 * @param memoryBytes Maximum memory of the cache.
 */
export function createOrganizationSegments(memoryBytes: number): OrganizationSegments {
  const cache = createSizedCache<SpaceFilters>(memoryBytes);

  return {
    async filters(run, reader, orgId) {
      const [state] = await run(sql`
        select count(*)::text || ' ' || coalesce(sum(hashint8extended(segment_id, 0)), 0)::text as digest
        from lexical_segments where org_id = ${orgId}`);
      const name = `${orgId}/${String(state?.digest)}`;
      const found = cache.get(name);
      if (found) return found;
      const rows = await run(sql`
        select space_id, array_agg(segment_id order by segment_id)::text as segments from lexical_segments
        where org_id = ${orgId} group by space_id`);
      const segments = rows.map((row) => ({
        spaceId: String(row.space_id),
        ids: String(row.segments).slice(1, -1).split(",").map(Number),
      }));
      const ids = segments.flatMap((space) => space.ids);
      const headers = new Map<number, SegmentHeader>();
      for (let start = 0; start < ids.length; start += BATCH)
        for (const [id, header] of await reader.headers(run, orgId, ids.slice(start, start + BATCH)))
          headers.set(id, header);
      const spaces = packFilters(
        segments
          .map(({ spaceId, ids: own }) =>
            toSpace(
              spaceId,
              own.flatMap((id) => headers.get(id) ?? []),
            ),
          )
          .sort((a, b) => (a.spaceId < b.spaceId ? -1 : 1)),
      );
      cache.set(name, spaces, spaces.size);
      return spaces;
    },
  };
}

function toSpace(spaceId: string, headers: readonly SegmentHeader[]): FilteredSpace {
  return {
    spaceId,
    language: languageOf(headers),
    chunkCount: headers.reduce((sum, { documentOf }) => sum + documentOf.length, 0),
    filters: headers.map(({ wordFilter }) => wordFilter),
  };
}

function languageOf(headers: readonly SegmentHeader[]): Language {
  const chunks = new Map<Language, number>();
  for (const { languageChunks } of headers)
    for (const [language, count] of languageChunks) chunks.set(language, (chunks.get(language) ?? 0) + count);
  return majorityLanguage(chunks);
}
