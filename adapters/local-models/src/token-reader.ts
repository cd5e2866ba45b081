import type { ModelInput } from "./model-messages.ts";
import type { Tokenizer } from "./runtime-package.ts";

/** The tokens of an input. */
interface Tokens {
  readonly ids: readonly number[];
  /** For each token, 0 if it belongs to the first text and 1 for the second. Only for models that need it. */
  readonly types: readonly number[] | undefined;
}

/** No tokenizer has longer tokens, except for white space and random characters. */
const MAX_TOKEN_CHARS = 32;

/** Creates a function that tokenizes and truncates inputs. Truncated inputs keep the end token. */
export function createTokenReader(tokenizer: Tokenizer, maxTokens: number): (input: ModelInput) => Tokens {
  const read = (text: string, pair?: string): Tokens => {
    const found = tokenizer(text, {
      return_tensor: false,
      ...(pair === undefined ? {} : { text_pair: pair }),
    });
    return { ids: [...found.input_ids], types: found.token_type_ids && [...found.token_type_ids] };
  };
  const endToken = read("").ids.slice(1).at(-1);
  // Avoids tokenizing megabytes of text beyond the limit.
  const bounded = (text: string) => text.slice(0, maxTokens * MAX_TOKEN_CHARS).toWellFormed();

  /** Truncates a question to half of the tokens; the other half is for the passage. */
  function truncateQuestion(question: string): string {
    let text = question;
    for (;;) {
      const count = read(text).ids.length;
      if (count <= maxTokens / 2 || text.length <= 1) return text;
      // Token lengths vary, so this may take a few iterations.
      text = text.slice(0, Math.floor((text.length * maxTokens) / 2 / count)).toWellFormed();
    }
  }

  return ({ text, pair }) => {
    const { ids, types } =
      pair === undefined ? read(bounded(text)) : read(truncateQuestion(bounded(text)), bounded(pair));
    if (ids.length <= maxTokens) return { ids, types };
    const kept = endToken === undefined ? maxTokens : maxTokens - 1;
    return {
      ids: [...ids.slice(0, kept), ...(endToken === undefined ? [] : [endToken])],
      types: types && [...types.slice(0, kept), ...types.slice(-1)].slice(0, maxTokens),
    };
  };
}
