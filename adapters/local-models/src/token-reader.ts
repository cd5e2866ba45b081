import type { ModelInput } from "./model-messages.ts";
import type { Tokenizer } from "./runtime-package.ts";

/** What a model reads. */
interface Tokens {
  readonly ids: readonly number[];
  /** Which of the two texts each is of, where the model wants to know. */
  readonly types: readonly number[] | undefined;
}

/** No tokenizer makes one token of so many characters, save for white space and nonsense. */
const MOST_TOKEN_CHARACTERS = 32;

/** Makes what cuts texts into the tokens that a model takes, with the mark that ends every text. */
export function createTokenReader(tokenizer: Tokenizer, maxTokens: number): (input: ModelInput) => Tokens {
  const read = (text: string, pair?: string): Tokens => {
    const found = tokenizer(text, {
      return_tensor: false,
      ...(pair === undefined ? {} : { text_pair: pair }),
    });
    return { ids: [...found.input_ids], types: found.token_type_ids && [...found.token_type_ids] };
  };
  const endMark = read("").ids.slice(1).at(-1);
  // A text of megabytes would be taken apart to its end for nothing.
  const bounded = (text: string) => text.slice(0, maxTokens * MOST_TOKEN_CHARACTERS).toWellFormed();

  /** A question that leaves half of the tokens to the passage. */
  function shortened(question: string): string {
    let text = question;
    for (;;) {
      const count = read(text).ids.length;
      if (count <= maxTokens / 2 || text.length <= 1) return text;
      // Tokens are of different lengths, so the share is only near: a few turns at most.
      text = text.slice(0, Math.floor((text.length * maxTokens) / 2 / count)).toWellFormed();
    }
  }

  return ({ text, pair }) => {
    const { ids, types } =
      pair === undefined ? read(bounded(text)) : read(shortened(bounded(text)), bounded(pair));
    if (ids.length <= maxTokens) return { ids, types };
    const kept = endMark === undefined ? maxTokens : maxTokens - 1;
    return {
      ids: [...ids.slice(0, kept), ...(endMark === undefined ? [] : [endMark])],
      types: types && [...types.slice(0, kept), ...types.slice(-1)].slice(0, maxTokens),
    };
  };
}
