import { embeddingText } from "../../indexes/embeddings/embedding-text.ts";
import type { PreparedChunk, PreparedDocument } from "./prepare-document.ts";

/** A chunk without its texts, which its offsets in the document's text give. */
type SentChunk = Omit<PreparedChunk, "content" | "embeddingText">;

/** A part of a document's text, with the chunks in it. */
export interface PreparedPart {
  readonly text: string;
  /** Their offsets count from the start of the document. */
  readonly chunks: readonly SentChunk[];
}

/** Makes a part of a prepared text that starts at an offset of its document. */
export function toPart(
  { text, chunks }: Pick<PreparedDocument, "text" | "chunks">,
  offset: number,
): PreparedPart {
  return {
    text,
    chunks: chunks.map(({ context, metadata, embeddingHash }) => {
      const { start, end } = rangeOf(metadata);
      return { context, metadata: { ...metadata, start: start + offset, end: end + offset }, embeddingHash };
    }),
  };
}

/** Puts a document together from its parts. */
export interface PartCollector {
  add(part: PreparedPart): void;
  finish(): Pick<PreparedDocument, "text" | "chunks">;
}

/** Starts to collect parts. */
export function collectParts(): PartCollector {
  const texts: string[] = [];
  const chunks: PreparedChunk[] = [];
  let offset = 0;
  return {
    add({ text, chunks: sent }) {
      for (const chunk of sent) {
        const { context, metadata } = chunk;
        const { start, end } = rangeOf(metadata);
        const content = text.slice(start - offset, end - offset);
        const toEmbed = embeddingText({ headings: metadata.headings, context, content });
        chunks.push({ ...chunk, content, embeddingText: toEmbed });
      }
      texts.push(text);
      offset += text.length;
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
