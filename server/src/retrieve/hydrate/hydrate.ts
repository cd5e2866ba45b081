import { type Filter, matchesFilter } from "@quarry/core";
import { areNearDuplicates, type FusedHit, fingerprintOf } from "@quarry/core/internal";
import type { RemovedCandidates } from "@quarry/schema";
import type { ChunkText } from "../../records/documents/chunk-texts.ts";
import type { LiveChunk, LiveRows } from "../live/live-rows.ts";

/** A hit with its live chunk. */
export interface Passage {
  readonly hit: FusedHit;
  readonly chunk: LiveChunk;
  /** The reranker's score; null for passages that it did not score, absent without reranking. */
  readonly rerank?: number | null;
}

/** How many passages a query selects from its hits. */
export interface Selection {
  readonly topK: number;
  /** Passages for the reranker, regardless of `maxPerDocument`; 0 without reranking. */
  readonly candidates: number;
  readonly maxPerDocument: number;
  readonly filter: Filter | undefined;
}

/** The selected passages, and how many candidates each rule removed. */
export interface Hydrated {
  readonly passages: readonly Passage[];
  readonly removed: Pick<RemovedCandidates, "byFilter" | "byMaxPerDocument" | "byRepetition" | "notLive">;
  /** False when the hits ran out before the selection was complete. */
  readonly isFull: boolean;
}

/**
 * Selects the first hits that are live, pass the filter with their document's current metadata, and do not repeat a
 * better passage of the same document (the same text in two documents counts as two results). Selects `topK` passages
 * with at most `maxPerDocument` of each document, and the first `candidates` passages of any document.
 */
export async function hydrate(
  live: LiveRows,
  orgId: string,
  hits: readonly FusedHit[],
  { topK, candidates, maxPerDocument, filter }: Selection,
): Promise<Hydrated> {
  const passages: Passage[] = [];
  const ofDocument = new Map<string, ChunkText[]>();
  const removed = { byFilter: 0, byMaxPerDocument: 0, byRepetition: 0, notLive: 0 };
  let counted = 0;
  const isFull = () => counted >= topK && passages.length >= candidates;
  // Pages double in size, so that a document full of repetitions takes few look-ups.
  for (
    let start = 0, size = Math.max(topK, candidates);
    start < hits.length && !isFull();
    start += size, size *= 2
  ) {
    const page = hits.slice(start, start + size);
    const found = live.chunks(
      orgId,
      page.map((hit) => hit.id),
    );
    const chunks = found instanceof Promise ? await found : found;
    for (const [at, hit] of page.entries()) {
      if (isFull()) break;
      const chunk = chunks[at];
      if (!chunk) {
        removed.notLive += 1;
        continue;
      }
      const { text, document } = chunk;
      const others = ofDocument.get(document.id);
      const isSurplus = (others?.length ?? 0) >= maxPerDocument;
      if (filter && !matchesFilter(document.metadata, filter)) removed.byFilter += 1;
      else if (isSurplus && passages.length >= candidates) removed.byMaxPerDocument += 1;
      else if (others?.some((other) => isRepeated(text, other))) removed.byRepetition += 1;
      else {
        if (others) others.push(text);
        else ofDocument.set(document.id, [text]);
        passages.push({ hit, chunk });
        if (!isSurplus) counted += 1;
      }
    }
  }
  return { passages, removed, isFull: isFull() };
}

/** True when a text nearly duplicates another one. */
function isRepeated(text: ChunkText, other: ChunkText): boolean {
  text.fingerprint ??= fingerprintOf(text.content);
  other.fingerprint ??= fingerprintOf(other.content);
  return areNearDuplicates(text.fingerprint, other.fingerprint);
}
