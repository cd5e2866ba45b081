import { embeddingText } from "../../indexes/embeddings/embedding-text.ts";
import type { PreparedChunk, PreparedDocument } from "./prepare-document.ts";

/** A chunk without its texts, which its offsets in the document's text give. */
type SentChunk = Omit<PreparedChunk, "content" | "embeddingText">;

/** A piece of a prepared document: text, or chunks of the text that was sent last. */
export type PreparedPiece =
  | { readonly kind: "text"; readonly text: string }
  /** Their offsets count from the start of the document. */
  | { readonly kind: "chunks"; readonly chunks: readonly SentChunk[] };

/** Decoding a piece takes a few milliseconds, in which no question is answered. */
const TEXT_CHARS = 250_000;
const CHUNKS = 250;

/** Cuts a prepared text that starts at an offset of its document into pieces: first its text, then its chunks. */
export function* toPieces(
  { text, chunks }: Pick<PreparedDocument, "text" | "chunks">,
  offset: number,
): Generator<PreparedPiece> {
  for (let start = 0; start < text.length; start += TEXT_CHARS)
    yield { kind: "text", text: text.slice(start, start + TEXT_CHARS) };
  for (let start = 0; start < chunks.length; start += CHUNKS) {
    const group = chunks.slice(start, start + CHUNKS);
    yield { kind: "chunks", chunks: group.map((chunk) => toSent(chunk, offset)) };
  }
}

function toSent({ context, metadata, embeddingHash }: PreparedChunk, offset: number): SentChunk {
  const { start, end } = rangeOf(metadata);
  return { context, metadata: { ...metadata, start: start + offset, end: end + offset }, embeddingHash };
}

/** Puts a document together from its pieces. */
export interface PieceCollector {
  add(piece: PreparedPiece): void;
  finish(): Pick<PreparedDocument, "text" | "chunks">;
}

/** Starts to collect pieces. */
export function collectPieces(): PieceCollector {
  const texts: string[] = [];
  const chunks: PreparedChunk[] = [];
  /** The text since the last chunks, and where it starts. */
  let recent = { text: "", offset: 0, hasChunks: false };
  return {
    add(piece) {
      if (piece.kind === "text") {
        if (recent.hasChunks)
          recent = { text: "", offset: recent.offset + recent.text.length, hasChunks: false };
        recent.text += piece.text;
        texts.push(piece.text);
        return;
      }
      recent.hasChunks = true;
      for (const chunk of piece.chunks) {
        const { context, metadata } = chunk;
        const { start, end } = rangeOf(metadata);
        const content = recent.text.slice(start - recent.offset, end - recent.offset);
        const toEmbed = embeddingText({ headings: metadata.headings, context, content });
        chunks.push({ ...chunk, content, embeddingText: toEmbed });
      }
    },
    finish: () => ({ text: texts.length === 1 ? (texts[0] ?? "") : texts.join(""), chunks }),
  };
}

function rangeOf({ start, end }: PreparedChunk["metadata"]): {
  readonly start: number;
  readonly end: number;
} {
  return { start: Number(start), end: Number(end) };
}
