import { createHash } from "node:crypto";

/** The text to embed for a passage: its headings, its context and its content. */
export function embeddingText(passage: {
  readonly headings: readonly string[];
  readonly context: string;
  readonly content: string;
}): string {
  const { headings, context, content } = passage;
  return [...headings, context, content].filter((part) => part !== "").join("\n");
}

/** The cache key of an embedding: SHA-256 of the text with NFC Unicode and collapsed white space. */
export function embeddingHash(text: string): string {
  return createHash("sha256").update(text.normalize("NFC").replace(/\s+/g, " ").trim()).digest("hex");
}
