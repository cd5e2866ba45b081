const MAX_CHARS = 80;

/** A filename for a document that answers a question: its words, without what a filename should not contain. */
export function filenameOf(question: string): string {
  const words =
    question
      .slice(0, MAX_CHARS)
      .toWellFormed()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return `${words.join("-").toLowerCase() || "answer"}.md`;
}
