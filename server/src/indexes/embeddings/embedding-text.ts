import { createHash } from "node:crypto";

/** What is embedded of a passage: its text, under its headings and what it needs to be read. */
export function embeddingText(passage: {
  readonly headings: readonly string[];
  readonly context: string;
  readonly content: string;
}): string {
  const { headings, context, content } = passage;
  return [...headings, context, content].filter((part) => part !== "").join("\n");
}

/** Content address of an embedding: SHA-256 of the text with Unicode composed and white space folded. */
export function embeddingHash(text: string): string {
  return createHash("sha256").update(text.normalize("NFC").replace(/\s+/g, " ").trim()).digest("hex");
}
