import type { LexicalEntry } from "@quarry/core";
import { analyze, createYieldToEventLoop, type Language, takeAnalysis } from "@quarry/core/internal";
import { documentLanguage } from "@quarry/core/internal/language";
import { type PreparedChunk, prepareChunk } from "./prepared-chunk.ts";
import type { IndexedDocument, SpaceIndex } from "./space-index.ts";

/** The part of a document in one space, analyzed but not yet visible. */
export interface PreparedPart {
  readonly document: IndexedDocument;
  readonly chunks: readonly PreparedChunk[];
}

/**
 * Analyzes a document's entries by space. Yields to the event loop about every 10 ms, so that a long document does
 * not block searches.
 * @param spaces The index of every space that an entry names; the caller must count as a writer of each.
 */
export async function prepareDocument(
  documentId: string,
  entries: readonly LexicalEntry[],
  spaces: ReadonlyMap<string, SpaceIndex>,
): Promise<PreparedPart[]> {
  const language = documentLanguage(entries);
  const parts = new Map<string, { document: IndexedDocument; chunks: PreparedChunk[] }>();
  const yieldToEventLoop = createYieldToEventLoop();
  for (const entry of entries) {
    await yieldToEventLoop();
    let part = parts.get(entry.spaceId);
    if (!part) {
      const space = spaces.get(entry.spaceId) as SpaceIndex;
      part = { document: createDocument(documentId, entry, space, language), chunks: [] };
      parts.set(entry.spaceId, part);
    }
    const { words, grams } = part.document.space;
    const text = takeAnalysis(entry.text, language);
    part.chunks.push(prepareChunk(entry.id, text, analyze(entry.context, language), words, grams));
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
