import type { LexicalEntry } from "@quarry/core";
import { analyzeRuns, createYieldToEventLoop, type Language, takeAnalysis } from "@quarry/core/internal";
import { documentLanguage } from "@quarry/core/internal/language";
import type { NumberRun } from "./number-runs.ts";
import { type PreparedChunk, prepareChunk } from "./prepared-chunk.ts";
import type { IndexedDocument, SpaceIndex } from "./space-index.ts";

/** A space that is being written to. */
export interface SpaceToWrite {
  readonly space: SpaceIndex;
  readonly numberRun: NumberRun;
}

/** The part of a document in one space, analyzed but not yet visible. */
export interface PreparedPart {
  readonly document: IndexedDocument;
  readonly chunks: readonly PreparedChunk[];
}

/**
 * Analyzes a document's entries by space. Yields to the event loop every few milliseconds, so that a long document does
 * not block searches.
 * @param spaces Every space that an entry names; the caller must count as a writer of each.
 */
export async function prepareDocument(
  documentId: string,
  entries: readonly LexicalEntry[],
  spaces: ReadonlyMap<string, SpaceToWrite>,
): Promise<PreparedPart[]> {
  const language = documentLanguage(entries);
  const parts = new Map<string, { document: IndexedDocument; chunks: PreparedChunk[] }>();
  const yieldToEventLoop = createYieldToEventLoop();
  for (const entry of entries) {
    await yieldToEventLoop();
    const { space, numberRun } = spaces.get(entry.spaceId) as SpaceToWrite;
    let part = parts.get(entry.spaceId);
    if (!part) {
      part = { document: createDocument(documentId, entry, space, language), chunks: [] };
      parts.set(entry.spaceId, part);
    }
    const text = takeAnalysis(entry.text, language);
    part.chunks.push(prepareChunk(entry.id, text, analyzeRuns(entry.context, language), numberRun));
  }
  return [...parts.values()];
}

function createDocument(
  id: string,
  entry: LexicalEntry,
  space: SpaceIndex,
  language: Language,
): IndexedDocument {
  const { spaceId, generation, metadata } = entry;
  return { id, spaceId, space, generation, metadata, language, slots: [] };
}
