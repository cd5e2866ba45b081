import {
  areNearDuplicates,
  type Filter,
  type FusedHit,
  matchesFilter,
  type PassageShape,
  shapeOf,
} from "@quarry/core";
import type { RemovedCandidates, ResultItem } from "@quarry/schema";
import type { Database } from "../../database/database.ts";
import type { ChunkPlace } from "./place-queries.ts";
import { findLiveChunks, type LiveChunk } from "./queries.ts";

/** A result before it is described: what the indexes found and what the database holds of it. */
export interface Passage {
  readonly hit: FusedHit;
  readonly chunk: LiveChunk;
}

/** The results, and why other candidates are none. */
export interface Hydrated {
  readonly passages: readonly Passage[];
  readonly removed: Pick<RemovedCandidates, "byFilter" | "byMaxPerDocument" | "byRepetition" | "notLive">;
}

/**
 * The first `topK` hits that are live and pass the filter as their documents are now, at most `maxPerDocument` of one
 * document and none that repeats a better one of the same document. What two documents say alike are two results.
 */
export async function hydrate(
  db: Database,
  orgId: string,
  hits: readonly FusedHit[],
  { topK, maxPerDocument, filter }: { topK: number; maxPerDocument: number; filter: Filter | undefined },
): Promise<Hydrated> {
  const passages: Passage[] = [];
  const ofDocument = new Map<string, Passage[]>();
  const isRepeated = createRepetitionCheck();
  const removed = { byFilter: 0, byMaxPerDocument: 0, byRepetition: 0, notLive: 0 };
  // Pages grow, so that a document of nothing but repetitions costs few look-ups.
  for (let start = 0, size = topK; start < hits.length && passages.length < topK; start += size, size *= 2) {
    const page = hits.slice(start, start + size);
    const live = await findLiveChunks(
      db,
      orgId,
      page.map((hit) => hit.id),
    );
    for (const hit of page) {
      if (passages.length >= topK) break;
      const chunk = live.get(hit.id);
      const others = ofDocument.get(hit.documentId) ?? [];
      if (!chunk) removed.notLive += 1;
      else if (filter && !matchesFilter(chunk.document.metadata, filter)) removed.byFilter += 1;
      else if (others.length >= maxPerDocument) removed.byMaxPerDocument += 1;
      else if (isRepeated(chunk, others)) removed.byRepetition += 1;
      else {
        const passage = { hit, chunk };
        ofDocument.set(hit.documentId, [...others, passage]);
        passages.push(passage);
      }
    }
  }
  return { passages, removed };
}

/** Whether a chunk says the same as one of the passages; what is compared is read once. */
function createRepetitionCheck(): (chunk: LiveChunk, others: readonly Passage[]) => boolean {
  const shapes = new Map<string, PassageShape>();
  function shape({ id, content }: LiveChunk): PassageShape {
    const known = shapes.get(id) ?? shapeOf(content);
    shapes.set(id, known);
    return known;
  }
  return (chunk, others) => others.some((other) => areNearDuplicates(shape(chunk), shape(other.chunk)));
}

/** A passage as a result. */
export function toResult({ hit, chunk }: Passage): ResultItem {
  const { id, content, chunkIndex, metadata, document, space } = chunk;
  return {
    chunk: { id, content, chunkIndex },
    document,
    space,
    similarity: hit.similarity,
    scores: { lexical: hit.lexical, vector: hit.vector },
    metadata,
  };
}

/** Where a passage stands in its document. */
export function placeOf({ chunk: { document, generation, chunkIndex } }: Passage): ChunkPlace {
  return { documentId: document.id, generation, chunkIndex };
}
