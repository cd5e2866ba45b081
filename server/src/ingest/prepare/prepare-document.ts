import type { PageLayout, ParsedDocument, ParseInput, ParserRegistry } from "@quarry/core";
import { type Chunk, chunkDocument, type OutlineEntry, outlineOf, rectanglesOf } from "@quarry/core/internal";
import type { Chunking, IndexingType, PassageMetadata } from "@quarry/schema";
import { embeddingHash, embeddingText } from "../../indexes/embeddings/embedding-text.ts";
import { readingDoubts } from "./reading-doubts.ts";
import { storableDocument } from "./storable-document.ts";

/** The text and chunks of a document, before they have ids. */
export interface PreparedDocument {
  readonly mimeType: string;
  readonly title: string | null;
  readonly text: string;
  readonly indexingType: IndexingType;
  /** Notes for readers of the text, such as skipped pages. */
  readonly warnings: readonly string[];
  readonly outline: readonly OutlineEntry[];
  readonly chunks: readonly PreparedChunk[];
}

/** A chunk, before it has an id. */
export interface PreparedChunk {
  readonly content: string;
  readonly context: string;
  readonly metadata: PassageMetadata & { readonly headings: string[] };
  /** The text to embed: the chunk below its headings. */
  readonly embeddingText: string;
  readonly embeddingHash: string;
}

/**
 * Parses a document and splits it into chunks.
 * @throws QuarryError `invalid_request` when the file cannot be read.
 */
export async function prepareDocument(
  parsers: ParserRegistry,
  {
    bytes,
    filename,
    declaredMimeType,
    chunking,
  }: ParseInput & { readonly declaredMimeType: string | undefined; readonly chunking: Chunking | null },
  onProgress?: ParseInput["onProgress"],
): Promise<PreparedDocument> {
  const parsed = await parsers.parse({
    bytes,
    filename,
    ...(declaredMimeType === undefined ? {} : { declaredMimeType }),
    ...(onProgress ? { onProgress } : {}),
  });
  const storable = storableDocument(parsed);
  const { mimeType, title, text, blocks, layout = [], warnings = [] } = storable;
  const chunks = chunkDocument({ mimeType, text, blocks }, chunking ?? {});
  const recognized = blocks.filter(({ ocr }) => ocr).length;
  return {
    mimeType,
    title: title ?? null,
    text,
    indexingType: recognized === 0 ? "text" : recognized === blocks.length ? "ocr" : "mixed",
    warnings: [...new Set([...warnings, ...readingDoubts(storable, bytes.length)])],
    outline: outlineOf({ text, blocks }, chunks),
    chunks: chunks.map((chunk) => prepareChunk(chunk, layout)),
  };
}

/**
 * Makes the document of an unpacked archive. Its text lists its files; it has no chunks, so that questions find the files
 * alone.
 */
export function describeArchive(unpacked: ParsedDocument): PreparedDocument {
  const { mimeType, text, warnings = [] } = storableDocument(unpacked);
  return { mimeType, title: null, text, indexingType: "text", warnings, outline: [], chunks: [] };
}

function prepareChunk(
  { text, start, end, headings, context = "", place, rows }: Chunk,
  layout: readonly PageLayout[],
): PreparedChunk {
  const toEmbed = embeddingText({ headings, context, content: text });
  const { page, slide, sheet, ocr = false, confidence } = place;
  const rectangles = rectanglesOf(layout, { start, end });
  return {
    content: text,
    context,
    metadata: {
      start,
      end,
      headings: [...headings],
      // A paragraph may run over a page border.
      page: rectangles[0]?.page ?? page ?? null,
      ocr,
      ...(slide === undefined ? {} : { slide }),
      ...(sheet === undefined ? {} : { sheet }),
      ...(rows === undefined ? {} : { rows: { first: rows[0], last: rows[1] } }),
      ...(confidence === undefined ? {} : { confidence }),
      ...(rectangles.length === 0 ? {} : { rectangles }),
    },
    embeddingText: toEmbed,
    embeddingHash: embeddingHash(toEmbed),
  };
}
