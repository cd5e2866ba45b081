/** Limits of one request. Tokens are estimated: a tokenizer would be larger than the rest of the server. */
export interface BatchLimits {
  readonly maxTexts: number;
  /** Estimated tokens in one request. */
  readonly maxTokens: number;
}

/**
 * Estimates the tokens of one UTF-16 code unit, rather too many for common byte-pair vocabularies: a token has three
 * characters of English or code, 1.7 of other Latin, Greek, Cyrillic, Hebrew or Arabic, and 0.8 of all other scripts.
 */
function unitTokens(code: number): number {
  if (code < 0x80) return 1 / 3;
  return code < 0x900 ? 0.6 : 1.25;
}

/** Estimates the number of tokens in `text`. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (let at = 0; at < text.length; at++) tokens += unitTokens(text.charCodeAt(at));
  return Math.ceil(tokens);
}

/** Truncates `text` to `maxTokens` estimated tokens without splitting a surrogate pair. */
export function cutToTokens(text: string, maxTokens: number): string {
  let tokens = 0;
  for (let at = 0; at < text.length; at++) {
    tokens += unitTokens(text.charCodeAt(at));
    if (tokens > maxTokens) {
      const splitsPair = text.charCodeAt(at - 1) >>> 10 === 0x36;
      return text.slice(0, splitsPair ? at - 1 : at);
    }
  }
  return text;
}

/** Splits `texts`, in order, into requests within the limits. A text that exceeds them gets a request of its own. */
export function batchTexts(texts: readonly string[], { maxTexts, maxTokens }: BatchLimits): string[][] {
  const batches: string[][] = [];
  let batch: string[] = [];
  let batchTokens = 0;
  for (const text of texts) {
    const tokens = estimateTokens(text);
    if (batch.length > 0 && (batch.length >= maxTexts || batchTokens + tokens > maxTokens)) {
      batches.push(batch);
      batch = [];
      batchTokens = 0;
    }
    batch.push(text);
    batchTokens += tokens;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}
