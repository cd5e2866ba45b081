import { type Filter, matchesFilter } from "@quarry/core";
import {
  areNearDuplicates,
  type FusedHit,
  fingerprintOf,
  type PassageFingerprint,
} from "@quarry/core/internal";
import type { RemovedCandidates, ResultItem } from "@quarry/schema";
import type { Database } from "../../platform/database/database.ts";
import { findLiveChunks, type LiveChunk } from "./live-chunk-queries.ts";
import type { ChunkPlace } from "./place-queries.ts";

/** A result before it is described: what the indexes found and what the database holds of it. */
export interface Passage {
  readonly hit: FusedHit;
  readonly chunk: LiveChunk;
  /** The reranker's score, null for what it did not read; only when it was asked. */
  readonly rerank?: number | null;
}

/** What is wanted of the hits. */
export interface Wanted {
  readonly topK: number;
  /** How many passages a reranker is to read, of whatever documents; 0 without one. */
  readonly candidates: number;
  readonly maxPerDocument: number;
  readonly filter: Filter | undefined;
}

/** The results, and why other candidates are none. */
export interface Hydrated {
  readonly passages: readonly Passage[];
  readonly removed: Pick<RemovedCandidates, "byFilter" | "byMaxPerDocument" | "byRepetition" | "notLive">;
  /** False when more were wanted than the hits gave. */
  readonly isFull: boolean;
}

/**
 * The first hits that are live and pass the filter as their documents are now, none of which repeats a better one of the
 * same document (what two documents say alike are two results): `topK` of them with at most `maxPerDocument` of one
 * document, and the first `candidates` of whatever documents.
 */
export async function hydrate(
  db: Database,
  orgId: string,
  hits: readonly FusedHit[],
  { topK, candidates, maxPerDocument, filter }: Wanted,
): Promise<Hydrated> {
  const passages: Passage[] = [];
  const ofDocument = new Map<string, Passage[]>();
  const isRepeated = createRepetitionCheck();
  const removed = { byFilter: 0, byMaxPerDocument: 0, byRepetition: 0, notLive: 0 };
  let counted = 0;
  const isFull = () => counted >= topK && passages.length >= candidates;
  // Pages grow, so that a document of nothing but repetitions costs few look-ups.
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

/** The first `topK` passages, at most `maxPerDocument` of one document; counts on what else it left out. */
export function cutPassages(
  { passages, removed, isFull }: Hydrated,
  { topK, maxPerDocument }: Wanted,
): Hydrated {
  const perDocument = new Map<string, number>();
  const kept: Passage[] = [];
  let { byMaxPerDocument } = removed;
  for (const passage of passages) {
    if (kept.length >= topK) break;
    const count = (perDocument.get(passage.hit.documentId) ?? 0) + 1;
    perDocument.set(passage.hit.documentId, count);
    if (count <= maxPerDocument) kept.push(passage);
    else byMaxPerDocument += 1;
  }
  return { passages: kept, removed: { ...removed, byMaxPerDocument }, isFull };
}

/** Whether a chunk says the same as one of the passages; what is compared is read once. */
function createRepetitionCheck(): (chunk: LiveChunk, others: readonly Passage[]) => boolean {
  const shapes = new Map<string, PassageFingerprint>();
  function shape({ id, content }: LiveChunk): PassageFingerprint {
    const known = shapes.get(id) ?? fingerprintOf(content);
    shapes.set(id, known);
    return known;
  }
  return (chunk, others) => others.some((other) => areNearDuplicates(shape(chunk), shape(other.chunk)));
}

/** A passage as a result. */
export function toResult({ hit, chunk, rerank }: Passage): ResultItem {
  const { id, content, chunkIndex, metadata, document, space } = chunk;
  return {
    chunk: { id, content, chunkIndex },
    document,
    space,
    similarity: hit.similarity,
    scores: { lexical: hit.lexical, vector: hit.vector, ...(rerank === undefined ? {} : { rerank }) },
    metadata,
  };
}

/** Where a passage stands in its document. */
export function placeOf({ chunk: { document, generation, chunkIndex } }: Passage): ChunkPlace {
  return { documentId: document.id, generation, chunkIndex };
}
