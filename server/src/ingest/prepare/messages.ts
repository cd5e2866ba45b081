import type { ParseProgress } from "@quarry/core";
import type { Chunking } from "@quarry/schema";
import type { PreparedDocument } from "./prepare-document.ts";

/** What a child process is to do; the file's bytes follow on the same line's heels. */
export interface PrepareRequest {
  readonly filename: string;
  readonly declaredMimeType: string | undefined;
  /** How it is cut into passages; null is the default. */
  readonly chunking: Chunking | null;
  readonly size: number;
}

/** What a child says. */
export type PrepareMessage =
  /** It lives and has got further. */
  | { readonly kind: "progress"; readonly progress: ParseProgress }
  | { readonly kind: "done"; readonly document: PreparedDocument }
  /** The file is not to be read, and why. */
  | { readonly kind: "refused"; readonly message: string }
  /** A parser broke on the file. */
  | { readonly kind: "broken"; readonly message: string };

/** Starts every message: what a library prints to the same stream is told apart by it (RFC 7464). */
const MARK = "\u001e";

/** A message as the child writes it. */
export function encodeMessage(message: PrepareMessage): string {
  return `\n${MARK}${JSON.stringify(message)}\n`;
}

/** The messages in a child's output. */
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
