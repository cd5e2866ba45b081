import { type Language, majorityLanguage } from "@quarry/core/internal";
import { sql } from "drizzle-orm";
import type { Run } from "../sql-executor.ts";
import { createRecentBytes } from "./recent-bytes.ts";
import type { SegmentHeader } from "./segment-header.ts";
import type { SegmentReader } from "./segment-reader.ts";
import { type FilteredSpace, packFilters, type SpaceFilters } from "./space-filters.ts";

/** Knows the segments of whole organizations. */
export interface OrganizationSegments {
  /** Every space of an organization that has segments, by ascending id, and its filters. */
  filters(run: Run, reader: SegmentReader, orgId: string): Promise<SpaceFilters>;
}

/** Headers in one statement. */
const BATCH = 1000;

/**
 * Makes the memory of organizations' segments. An organization is read again when its set of segments has changed,
 * which one look at an index tells: segments themselves never change.
 * @param memoryBytes What it may keep in memory.
 */
export function createOrganizationSegments(memoryBytes: number): OrganizationSegments {
  const known = createRecentBytes<SpaceFilters>(memoryBytes);

  return {
    async filters(run, reader, orgId) {
      const [state] = await run(sql`
        select count(*)::text || ' ' || coalesce(sum(hashint8extended(segment_id, 0)), 0)::text as digest
        from lexical_segments where org_id = ${orgId}`);
      const name = `${orgId}/${String(state?.digest)}`;
      const found = known.get(name);
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
      known.set(name, spaces, spaces.size);
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
