import { firstAtLeast, type Language, majorityLanguage } from "@quarry/core/internal";
import { sql } from "drizzle-orm";
import type { Run } from "../../sql/sql-executor.ts";
import { readNumbers, texts } from "../../sql/sql-values.ts";
import type { SegmentHeader } from "../encoding/segment-header.ts";
import type { SegmentReader } from "../storage/segment-reader.ts";

/** A segment as one search sees it. */
export interface SegmentView {
  readonly header: SegmentHeader;
  /** Flag per document: 1 when it has been retired; undefined when none has. */
  readonly dead: Uint8Array | undefined;
  readonly deadChunks: number;
}

/** A space as one search sees it. All figures count live chunks only. */
export interface SpaceView {
  readonly orgId: string;
  readonly spaceId: string;
  readonly segments: readonly SegmentView[];
  readonly chunkCount: number;
  readonly wordLength: number;
  readonly gramLength: number;
  /** Language of most chunks. */
  readonly language: Language;
}

/** Reads the segments and retired documents of some spaces, in the order of their ids. */
export async function openSpaces(
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
    return viewSpace(orgId, spaceId, segments, dead.get(spaceId) ?? []);
  });
}

/**
 * Computes the figures of a space from its segments.
 * @param dead Write numbers of its retired documents.
 */
export function viewSpace(
  orgId: string,
  spaceId: string,
  headers: readonly SegmentHeader[],
  dead: readonly number[],
): SpaceView {
  const segments = headers.map((header) => viewSegment(header, dead));
  const languages = new Map<Language, number>();
  let [chunkCount, wordLength, gramLength] = [0, 0, 0];
  for (const { header, dead: flags } of segments) {
    chunkCount += header.documentOf.length;
    wordLength += header.wordTotal;
    gramLength += header.gramTotal;
    for (const [language, count] of header.languageChunks)
      languages.set(language, (languages.get(language) ?? 0) + count);
    if (!flags) continue;
    for (let document = flags.indexOf(1); document >= 0; document = flags.indexOf(1, document + 1)) {
      const start = header.firstSlots[document] as number;
      const end = header.firstSlots[document + 1] as number;
      const language = header.languages[document] as Language;
      languages.set(language, (languages.get(language) as number) + start - end);
      chunkCount -= end - start;
      for (let slot = start; slot < end; slot++) {
        wordLength -= header.wordLengths[slot] as number;
        gramLength -= header.gramLengths[slot] as number;
      }
    }
  }
  return {
    orgId,
    spaceId,
    segments,
    chunkCount,
    wordLength,
    gramLength,
    language: majorityLanguage(languages),
  };
}

function viewSegment(header: SegmentHeader, dead: readonly number[]): SegmentView {
  let flags: Uint8Array | undefined;
  let deadChunks = 0;
  for (const writeNo of dead) {
    const document = findDocument(header, writeNo);
    if (document < 0) continue;
    flags ??= new Uint8Array(header.writeNos.length);
    flags[document] = 1;
    deadChunks += (header.firstSlots[document + 1] as number) - (header.firstSlots[document] as number);
  }
  return { header, dead: flags, deadChunks };
}

/** Flags the documents of a segment whose write numbers are listed. */
export function flagDocuments(header: SegmentHeader, writeNos: readonly number[]): Uint8Array {
  const flags = new Uint8Array(header.writeNos.length);
  for (const writeNo of writeNos) {
    const document = findDocument(header, writeNo);
    if (document >= 0) flags[document] = 1;
  }
  return flags;
}

/** Finds the document of a write; -1 when the segment lacks it. Documents are sorted by write number. */
function findDocument({ writeNos }: SegmentHeader, writeNo: number): number {
  // Fast path: most segments end before it.
  if (writeNo > (writeNos.at(-1) ?? -1)) return -1;
  const at = firstAtLeast(writeNos, writeNo);
  return writeNos[at] === writeNo ? at : -1;
}
