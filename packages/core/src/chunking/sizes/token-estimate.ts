/** Parts of a token in which {@link tokenQuarters} counts. */
export const QUARTERS_PER_TOKEN = 4;

/**
 * About how many quarters of a token a UTF-16 code unit takes. Whatever the model, a token is about four characters of
 * Latin script, two of Cyrillic and one of most other scripts. Measured with the tokenizer of OpenAI's embedding models
 * (cl100k_base) on the first articles of the Declaration of Human Rights, in characters a token: English 5.3,
 * Spanish 3.9, German 3.8, Finnish 2.6, Vietnamese 2.2, Russian 2.2, Arabic 1.4, Greek 1.1, Korean 1.0, Thai 1.0,
 * Japanese 0.9, Chinese 0.9; source code 4.4. The tokenizers of BERT's family, too, take one token for a Han character.
 */
export function tokenQuarters(code: number): 1 | 2 | 4 {
  // Latin, and the dashes and quotation marks that stand in Latin text.
  if (code < 0x250 || (code >= 0x2000 && code < 0x2070)) return 1;
  return code >= 0x400 && code < 0x530 ? 2 : QUARTERS_PER_TOKEN;
}
