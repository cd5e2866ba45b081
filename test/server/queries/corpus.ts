/** The small vocabulary of the corpora. */
export const WORDS =
  "harbour lantern keeper winter storm ledger coffee bridge river engine valve pressure night signal tower cable".split(
    " ",
  );

/** Deterministic sentences from a small vocabulary, so that chunks share some words and differ in others. */
export function sentence(seed: number): string {
  const words = Array.from(
    { length: 6 },
    (_, at) => WORDS[(seed * 7 + at * ((seed % 5) + 1) + at * at) % WORDS.length],
  );
  return `${words.join(" ")} in chapter ${seed}.`;
}
