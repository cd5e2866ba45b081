import type { LexicalEntry } from "@quarry/core";
import { analyze, type Language } from "@quarry/core/internal";
import { documentLanguage } from "@quarry/core/internal/language";
import { createBreather } from "../breather.ts";
import { type PreparedChunk, prepareChunk } from "./prepared-chunk.ts";
import type { IndexedDocument, SpaceIndex } from "./space-index.ts";

/** A document's part in one space, analyzed and not yet visible. */
export interface PreparedPart {
  readonly document: IndexedDocument;
  readonly chunks: readonly PreparedChunk[];
}

/**
 * Analyzes a document's entries by space. Other work runs about every 10 ms, so that a long document holds up no
 * search.
 * @param spaces The index of every space that an entry names; the caller is a writer of each.
 */
export async function prepareDocument(
  documentId: string,
  entries: readonly LexicalEntry[],
  spaces: ReadonlyMap<string, SpaceIndex>,
): Promise<PreparedPart[]> {
  const language = documentLanguage(entries);
  const parts = new Map<string, { document: IndexedDocument; chunks: PreparedChunk[] }>();
  const breathe = createBreather();
  for (const entry of entries) {
    await breathe();
    let part = parts.get(entry.spaceId);
    if (!part) {
      const space = spaces.get(entry.spaceId) as SpaceIndex;
      part = { document: createDocument(documentId, entry, space, language), chunks: [] };
      parts.set(entry.spaceId, part);
    }
    const { words, grams } = part.document.space;
    const text = analyze(entry.text, language);
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
