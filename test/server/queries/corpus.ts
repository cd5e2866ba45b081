/** The few words of which the corpora are made. */
export const WORDS =
  "harbour lantern keeper winter storm ledger coffee bridge river engine valve pressure night signal tower cable".split(
    " ",
  );

/** Sentences made of few words, so that chunks share some and differ in others; the same at every run. */
export function sentence(seed: number): string {
  const words = Array.from(
    { length: 6 },
    (_, at) => WORDS[(seed * 7 + at * ((seed % 5) + 1) + at * at) % WORDS.length],
  );
  return `${words.join(" ")} in chapter ${seed}.`;
}
