import { type ParseProgress, type ParserRegistry, QuarryError } from "@quarry/core";
import type { ByteReader } from "../../platform/byte-reader.ts";
import type { PrepareRequest } from "./messages.ts";
import { type PreparedDocument, prepareDocument } from "./prepare-document.ts";

/** Longer texts are read in pieces of this size, so that a process needs the memory of one piece. */
export const PIECE_BYTES = 8_000_000;

const LINE_FEED = 10;
const SPACE = 32;

/** How a long text is read, and what receives it. */
export interface LongTextReading {
  /** Reads each piece as plain text, also one that looks like a file of another type. */
  readonly plainText: ParserRegistry;
  readonly maxTextChars: number;
  /** @param offset Of the piece in the whole text. */
  take(piece: PreparedDocument, offset: number): Promise<void>;
  progress(progress: ParseProgress): void;
}

/**
 * True if a file can be read in pieces: a text whose lines end with a byte that has no other meaning.
 * @param head Its first bytes.
 */
export function isLongText(type: string, head: Uint8Array, size: number): boolean {
  // A null byte or this mark means UTF-16 or UTF-32.
  const mark = `${head[0]} ${head[1]}`;
  const isWide = head.includes(0) || mark === "255 254" || mark === "254 255";
  return type === "text/plain" && size > PIECE_BYTES && !isWide;
}

/**
 * Reads a plain text piece by piece. Each piece ends at a paragraph, or else at a line, and is cut into chunks of its own.
 * @param head The first bytes, which were read already.
 * @throws QuarryError `invalid_request` if the text is too long or holds no text.
 */
export async function prepareLongText(
  input: ByteReader,
  { size, filename, declaredMimeType, chunking }: PrepareRequest,
  head: Uint8Array,
  { plainText, maxTextChars, take, progress }: LongTextReading,
): Promise<Omit<PreparedDocument, "text" | "chunks">> {
  const warnings = new Set<string>();
  let document: PreparedDocument | undefined;
  let length = 0;
  let rest = head;
  let received = head.length;
  const more = async () => {
    const next = await input.bytes(Math.min(PIECE_BYTES, size - received));
    received += next.length;
    return next;
  };
  try {
    while (rest.length > 0) {
      const end = received === size ? rest.length : pieceEnd(rest);
      const bytes = rest.subarray(0, end);
      if (bytes.some((byte) => byte > SPACE)) {
        document = await prepareDocument(plainText, { bytes, filename, declaredMimeType, chunking });
        for (const warning of document.warnings) warnings.add(warning);
        await take(document, length);
        length += document.text.length;
        assertLength(length, maxTextChars);
      }
      rest = rest.subarray(end);
      progress({ stage: "reading", bytesDone: received - rest.length, bytesTotal: size });
      rest = Buffer.concat([rest, await more()]);
    }
  } finally {
    // The next request starts after this file.
    while (received < size) await more();
  }
  if (!document)
    throw new QuarryError("invalid_request", "The file holds no text. Send a file that contains text.");
  const { text: _text, chunks: _chunks, ...described } = document;
  return { ...described, outline: [], warnings: [...warnings] };
}

/** The end of the last paragraph in the bytes, or of the last line; all of them if there is none. */
function pieceEnd(bytes: Uint8Array): number {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const paragraph = buffer.lastIndexOf("\n\n");
  if (paragraph > bytes.length / 2) return paragraph + 2;
  const line = buffer.lastIndexOf(LINE_FEED);
  return line === -1 ? characterEnd(bytes) : line + 1;
}

/** The end of the bytes, without a character of UTF-8 that is not complete. */
function characterEnd(bytes: Uint8Array): number {
  let start = bytes.length - 1;
  while (start > bytes.length - 4 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  return (bytes[start] ?? 0) >= 0xc0 ? start : bytes.length;
}

function assertLength(length: number, max: number): void {
  if (length <= max) return;
  throw new QuarryError(
    "invalid_request",
    `The file holds more than ${max.toLocaleString("en-US")} characters of text, which is the limit. Split the file into several documents.`,
  );
}
