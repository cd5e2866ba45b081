import type { ParseProgress } from "@quarry/core";
import type { Chunking } from "@quarry/schema";
import type { PreparedDocument } from "./prepare-document.ts";
import type { PreparedPiece } from "./prepared-pieces.ts";

/** A request to a prepare process. The file's bytes follow directly after its line. */
export interface PrepareRequest {
  readonly filename: string;
  readonly declaredMimeType: string | undefined;
  /** The chunking settings. Null means the default. */
  readonly chunking: Chunking | null;
  readonly size: number;
  /** True to send the files of an archive instead of their texts. */
  readonly unpacks: boolean;
}

/** A message from a prepare process. */
export type PrepareMessage =
  /** The file is still being read. */
  | { readonly kind: "progress"; readonly progress: ParseProgress }
  /** The next piece of the document. */
  | PreparedPiece
  /** The next file of an archive starts. */
  | { readonly kind: "member"; readonly path: string }
  /** The next bytes of that file, in base64. The file ends where a message of another kind follows, except for progress. */
  | { readonly kind: "bytes"; readonly base64: string }
  /** The document is complete. */
  | { readonly kind: "done"; readonly document: Omit<PreparedDocument, "text" | "chunks"> }
  /** The file cannot be read, for a reason that the caller sees. */
  | { readonly kind: "refused"; readonly message: string }
  /** A parser failed on the file. The error's message is left out, because it may contain a part of the file. */
  | { readonly kind: "broken"; readonly error: string; readonly stack: string };

/** Starts every message and separates it from output of libraries on the same stream (RFC 7464). */
const MARK = "\u001e";

/** Encodes a message for standard output. */
export function encodeMessage(message: PrepareMessage): string {
  return `\n${MARK}${JSON.stringify(message)}\n`;
}

/** Decodes the messages in a prepare process's output. */
export async function* decodeMessages(output: AsyncIterable<Uint8Array>): AsyncGenerator<PrepareMessage> {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  for await (const bytes of output) {
    const lines = decoder.decode(bytes, { stream: true }).split("\n");
    for (const [at, line] of lines.entries()) {
      parts.push(line);
      if (at === lines.length - 1) continue;
      const whole = parts.join("");
      parts = [];
      if (whole.startsWith(MARK)) yield JSON.parse(whole.slice(1)) as PrepareMessage;
    }
  }
}
