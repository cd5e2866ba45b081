import { QuarryError } from "@quarry/core";
import { chunkDocument, type OutlineEntry } from "@quarry/core/internal";
import type { Chunking } from "@quarry/schema";
import type { Preparer } from "./preparer.ts";
import { recognizedBlocks } from "./recognized-blocks.ts";

/** The stored text of a document, or the first part of it. */
export interface StoredText {
  readonly orgId: string;
  readonly filename: string;
  readonly mimeType: string;
  readonly text: string;
  readonly outline: readonly OutlineEntry[];
}

/** A chunk of a stored text. */
export interface StoredTextChunk {
  readonly start: number;
  readonly end: number;
  readonly headings: readonly string[];
}

/** Types whose files may be their text. */
const TEXT_TYPES = /^(?:text\/(?!html$)|application\/(?:json|sql)$)/;

/**
 * Cuts a stored text into chunks as processing would. A file that is its own text is read again, so the chunks are the
 * same. Of other files, tables and lists are recognized by their lines, so cuts within them may differ.
 */
export async function cutStoredText(
  preparer: Pick<Preparer, "prepare">,
  stored: StoredText,
  chunking: Chunking | null,
): Promise<readonly StoredTextChunk[]> {
  const { text, mimeType, outline } = stored;
  if (!/\S/.test(text)) return [];
  const read = TEXT_TYPES.test(mimeType) ? await readAgain(preparer, stored, chunking) : undefined;
  return read ?? chunkDocument({ mimeType, text, blocks: recognizedBlocks(text, outline) }, chunking ?? {});
}

/** Reads the text as a file. Undefined if that gives another text, or none, e.g. because a part of it is not valid JSON. */
async function readAgain(
  preparer: Pick<Preparer, "prepare">,
  { orgId, filename, mimeType, text }: StoredText,
  chunking: Chunking | null,
): Promise<StoredTextChunk[] | undefined> {
  const bytes = new TextEncoder().encode(text);
  try {
    const document = await preparer.prepare({
      ...{ orgId, filename, chunking, declaredMimeType: mimeType, size: bytes.length },
      open: async () => only(bytes),
    });
    if (document.text !== text) return undefined;
    return document.chunks.map(({ metadata }) => {
      const { start, end, headings } = metadata;
      return { start: Number(start), end: Number(end), headings };
    });
  } catch (error) {
    if (QuarryError.isInstance(error) && error.code === "invalid_request") return undefined;
    throw error;
  }
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
