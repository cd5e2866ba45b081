import { firstAtLeast, type Language, majorityLanguage } from "@quarry/core/internal";
import type { SegmentHeader } from "../encoding/segment-header.ts";
import type { StoredTerm } from "./term-cache.ts";

/** A segment as one search sees it. */
export interface SegmentView {
  readonly header: SegmentHeader;
  /** Flag per document: 1 when it has been retired; undefined when none has. */
  readonly dead: Uint8Array | undefined;
  readonly deadChunks: number;
  /** Live chunks of terms that were counted, for segments with retired documents. */
  readonly liveCounts: WeakMap<StoredTerm, number>;
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
  /** Ids of the segments as PostgreSQL writes them, null without any, and the number of retired documents. */
  readonly segmentIds: string | null;
  readonly deadDocuments: number;
  /** Estimated size in memory, in bytes. */
  readonly size: number;
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
    segmentIds: headers.length > 0 ? `{${headers.map(({ segmentId }) => segmentId).join(",")}}` : null,
    deadDocuments: dead.length,
    size: segments.reduce((sum, { header, dead: flags }) => sum + header.size + (flags?.length ?? 0), 500),
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
  return { header, dead: flags, deadChunks, liveCounts: new WeakMap() };
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
