/** Units of {@link tokenQuarters} per token. */
export const QUARTERS_PER_TOKEN = 4;

/**
 * Estimates how many quarters of a token a UTF-16 code unit takes. For most models, a token is about four characters of
 * Latin script, two of Cyrillic and one of most other scripts. Measured with the tokenizer of OpenAI's embedding models
 * (cl100k_base) on the first articles of the Declaration of Human Rights, in characters per token: English 5.3,
 * Spanish 3.9, German 3.8, Finnish 2.6, Vietnamese 2.2, Russian 2.2, Arabic 1.4, Greek 1.1, Korean 1.0, Thai 1.0,
 * Japanese 0.9, Chinese 0.9; source code 4.4. BERT tokenizers also use one token per Han character.
 */
export function tokenQuarters(code: number): 1 | 2 | 4 {
  // Latin script, and the dashes and quotation marks used with it.
  if (code < 0x250 || (code >= 0x2000 && code < 0x2070)) return 1;
  return code >= 0x400 && code < 0x530 ? 2 : QUARTERS_PER_TOKEN;
}

/** Estimates the tokens of a text, in the unit of the chunking settings, rounded up. */
export function estimateTokens(text: string): number {
  let quarters = 0;
  for (let at = 0; at < text.length; at++) quarters += tokenQuarters(text.charCodeAt(at));
  return Math.ceil(quarters / QUARTERS_PER_TOKEN);
}
