import { createByteWriter, createGrowingArray, type YieldToEventLoop } from "@quarry/core/internal";
import { sql } from "drizzle-orm";
import type { Run } from "../../sql/sql-executor.ts";
import { numbers } from "../../sql/sql-values.ts";
import { decodePostings, encodePostings } from "../encoding/posting-list.ts";
import { createSegmentEncoder } from "../encoding/segment-encoder.ts";
import { encodeHeader, type HeaderDocument } from "../encoding/segment-header.ts";
import { lockDocuments } from "../storage/locks.ts";
import { SegmentGone } from "../storage/segment-gone.ts";
import { dropSegments, storeRows, storeSegment } from "../storage/segment-rows.ts";
import { openStream, type SegmentStream } from "../storage/segment-stream.ts";
import type { SegmentView, SpaceView } from "../storage/space-view.ts";

/** Maximum bytes of the merged segment that are buffered. */
const PENDING_BYTES = 500_000;
const MARKS_PER_STATEMENT = 10_000;

/**
 * Rewrites segments of a space as one, without their retired documents, in the caller's transaction. A document that
 * is retired during the merge stays retired: only the marks of dropped documents are deleted.
 * @throws SegmentGone when the space is being deleted.
 */
export async function mergeSegments(
  run: Run,
  view: Pick<SpaceView, "orgId" | "spaceId">,
  segments: readonly SegmentView[],
  yieldToEventLoop: YieldToEventLoop,
): Promise<void> {
  const { orgId, spaceId } = view;
  const { documents, slotMaps, dropped } = arrange(segments);
  if (documents.length > 0) {
    const [row] = await run(sql`select nextval('lexical_numbers') as number`);
    const segmentId = Number(row?.number);
    const encoder = createSegmentEncoder();
    const streams = segments.map(({ header }) => openStream(run, orgId, header));
    for (;;) {
      await yieldToEventLoop();
      for (const stream of streams) if (stream.isEmpty()) await stream.fill();
      if (!mergeTerm(streams, slotMaps, encoder.add)) break;
      if (encoder.pending() > PENDING_BYTES) await storeRows(run, orgId, segmentId, encoder.take(false));
    }
    await storeRows(run, orgId, segmentId, encoder.take(true));
    const header = encodeHeader(documents, encoder.directory());
    const chunkCount = documents.reduce((sum, { lengths }) => sum + lengths.length / 2, 0);
    await storeSegment(run, { orgId, spaceId, segmentId, chunkCount, header });
  }
  // From here on a deletion of the space waits, so that it sees the new segment and not the old ones.
  await lockDocuments(run, orgId, [spaceId], []);
  const old = segments.map(({ header }) => header.segmentId);
  if ((await dropSegments(run, orgId, old)) < old.length) throw new SegmentGone();
  for (let start = 0; start < dropped.length; start += MARKS_PER_STATEMENT)
    await run(sql`
      delete from lexical_dead where org_id = ${orgId} and space_id = ${spaceId}
        and write_no = any(${numbers(dropped.slice(start, start + MARKS_PER_STATEMENT), "bigint")})`);
}

/**
 * Plans the merged segment: its documents, the new slot of each old slot (-1 when dropped), and the dropped writes.
 */
function arrange(segments: readonly SegmentView[]) {
  const places: { readonly segment: number; readonly document: number; readonly writeNo: number }[] = [];
  const dropped: number[] = [];
  for (const [segment, { header, dead }] of segments.entries())
    for (const [document, writeNo] of header.writeNos.entries())
      if (dead?.[document] === 1) dropped.push(writeNo);
      else places.push({ segment, document, writeNo });
  places.sort((left, right) => left.writeNo - right.writeNo);

  const slotMaps = segments.map(({ header }) => new Int32Array(header.documentOf.length).fill(-1));
  const documents: HeaderDocument[] = [];
  let next = 0;
  for (const { segment, document, writeNo } of places) {
    const { header } = segments[segment] as SegmentView;
    const slotMap = slotMaps[segment] as Int32Array;
    const lengths: number[] = [];
    const end = header.firstSlots[document + 1] as number;
    for (let slot = header.firstSlots[document] as number; slot < end; slot++) {
      slotMap[slot] = next++;
      lengths.push(header.wordLengths[slot] as number, header.gramLengths[slot] as number);
    }
    documents.push({ writeNo, language: header.languages[document] ?? "und", lengths });
  }
  return { documents, slotMaps, dropped };
}

const merged = createGrowingArray(1024);
const writer = createByteWriter();

/** Merges the postings of the lowest key; returns false when no term is left. */
function mergeTerm(
  streams: readonly SegmentStream[],
  slotMaps: readonly Int32Array[],
  add: (key: number, count: number, postings: Uint8Array) => void,
): boolean {
  let key = Number.POSITIVE_INFINITY;
  for (const stream of streams) key = Math.min(key, stream.key());
  if (key === Number.POSITIVE_INFINITY) return false;
  let count = 0;
  let isAscending = true;
  for (const [at, stream] of streams.entries()) {
    if (stream.key() !== key) continue;
    const slotMap = slotMaps[at] as Int32Array;
    const { buffer, count: own } = decodePostings(stream.postings(), stream.count());
    stream.next();
    merged.reserve(count + own);
    const { cells } = merged;
    for (let index = 0; index < own; index++) {
      const posting = buffer[index] as number;
      const slot = slotMap[posting >>> 8] as number;
      if (slot < 0) continue;
      const moved = ((slot << 8) | (posting & 255)) >>> 0;
      if (count > 0 && moved < (cells[count - 1] as number)) isAscending = false;
      cells[count++] = moved;
    }
  }
  if (count === 0) return true;
  if (!isAscending) merged.cells.subarray(0, count).sort();
  writer.clear();
  encodePostings(merged.cells, 0, count, writer);
  add(key, count, writer.view());
  return true;
}
