import { type SQL, sql } from "drizzle-orm";
import type { Run } from "../../sql/sql-executor.ts";
import { readNumbers, texts } from "../../sql/sql-values.ts";
import type { SegmentReader } from "../storage/segment-reader.ts";
import { type SpaceView, viewSpace } from "../storage/space-view.ts";

/** Reads the segments and retired documents of some spaces, in the order of their ids. Unchanged spaces are cached. */
export async function openSpaces(
  run: Run,
  reader: SegmentReader,
  orgId: string,
  spaceIds: readonly string[],
): Promise<SpaceView[]> {
  const cached = spaceIds.map((spaceId) => reader.views.get(viewName(orgId, spaceId)));
  if (cached.every((view) => view !== undefined)) {
    const rows = await run(versionsSql(orgId, spaceIds));
    const views = cached as readonly SpaceView[];
    if (views.every((view, at) => isCurrent(view, rows[at]))) return [...views];
  }
  return readSpaces(run, reader, orgId, spaceIds);
}

const viewName = (orgId: string, spaceId: string) => `${orgId}/${spaceId}`;

/**
 * The version of each space, in the order of the ids: its segments, and how many of its documents are retired. While the
 * segments are the same, documents are only ever added to the retired ones, so their number tells their set.
 */
function versionsSql(orgId: string, spaceIds: readonly string[]): SQL {
  return sql`
    select
      (select array_agg(segment_id order by segment_id)::text from lexical_segments
        where org_id = ${orgId} and space_id = wanted.space_id) as segments,
      (select count(*)::int from lexical_dead where org_id = ${orgId} and space_id = wanted.space_id) as dead
    from unnest(${texts(spaceIds)}) with ordinality as wanted(space_id, at) order by at`;
}

function isCurrent(view: SpaceView, row: Record<string, unknown> | undefined): boolean {
  return row?.segments === view.segmentIds && Number(row?.dead) === view.deadDocuments;
}

async function readSpaces(
  run: Run,
  reader: SegmentReader,
  orgId: string,
  spaceIds: readonly string[],
): Promise<SpaceView[]> {
  const rows = await run(sql`
    select space_id, segment_id, null as dead from lexical_segments
    where org_id = ${orgId} and space_id = any(${texts(spaceIds)})
    union all
    select space_id, null, array_agg(write_no)::text from lexical_dead
    where org_id = ${orgId} and space_id = any(${texts(spaceIds)}) group by space_id`);
  const segmentIds = new Map<string, number[]>(spaceIds.map((spaceId) => [spaceId, []]));
  const dead = new Map<string, number[]>();
  for (const row of rows) {
    if (row.segment_id === null) dead.set(String(row.space_id), readNumbers(row.dead));
    else segmentIds.get(String(row.space_id))?.push(Number(row.segment_id));
  }
  const headers = await reader.headers(run, orgId, [...segmentIds.values()].flat());
  return spaceIds.map((spaceId) => {
    const own = (segmentIds.get(spaceId) ?? []).sort((a, b) => a - b);
    const segments = own.flatMap((id) => headers.get(id) ?? []);
    const view = viewSpace(orgId, spaceId, segments, dead.get(spaceId) ?? []);
    reader.views.set(viewName(orgId, spaceId), view, view.size);
    return view;
  });
}
