import { type Filter, matchesFilter } from "@quarry/core";
import {
  areNearDuplicates,
  type FusedHit,
  fingerprintOf,
  type PassageFingerprint,
} from "@quarry/core/internal";
import type { RemovedCandidates } from "@quarry/schema";
import type { Database } from "../../platform/database/database.ts";
import { findLiveChunks, type LiveChunk } from "./live-chunks.ts";

/** A hit with its chunk from the database. */
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
  db: Database,
  orgId: string,
  hits: readonly FusedHit[],
  { topK, candidates, maxPerDocument, filter }: Selection,
): Promise<Hydrated> {
  const passages: Passage[] = [];
  const ofDocument = new Map<string, Passage[]>();
  const isRepeated = createRepetitionCheck();
  const removed = { byFilter: 0, byMaxPerDocument: 0, byRepetition: 0, notLive: 0 };
  let counted = 0;
  const isFull = () => counted >= topK && passages.length >= candidates;
  // Pages double in size, so that a document full of repetitions takes few queries.
  for (
    let start = 0, size = Math.max(topK, candidates);
    start < hits.length && !isFull();
    start += size, size *= 2
  ) {
    const page = hits.slice(start, start + size);
    const live = await findLiveChunks(
      db,
      orgId,
      page.map((hit) => hit.id),
    );
    for (const hit of page) {
      if (isFull()) break;
      const chunk = live.get(hit.id);
      const others = ofDocument.get(hit.documentId) ?? [];
      const isSurplus = others.length >= maxPerDocument;
      if (!chunk) removed.notLive += 1;
      else if (filter && !matchesFilter(chunk.document.metadata, filter)) removed.byFilter += 1;
      else if (isSurplus && passages.length >= candidates) removed.byMaxPerDocument += 1;
      else if (isRepeated(chunk, others)) removed.byRepetition += 1;
      else {
        const passage = { hit, chunk };
        ofDocument.set(hit.documentId, [...others, passage]);
        passages.push(passage);
        if (!isSurplus) counted += 1;
      }
    }
  }
  return { passages, removed, isFull: isFull() };
}

/** Checks whether a chunk nearly duplicates one of the passages. Caches the fingerprints. */
function createRepetitionCheck(): (chunk: LiveChunk, others: readonly Passage[]) => boolean {
  const fingerprints = new Map<string, PassageFingerprint>();
  function fingerprint({ id, content }: LiveChunk): PassageFingerprint {
    const known = fingerprints.get(id) ?? fingerprintOf(content);
    fingerprints.set(id, known);
    return known;
  }
  return (chunk, others) =>
    others.some((other) => areNearDuplicates(fingerprint(chunk), fingerprint(other.chunk)));
}
