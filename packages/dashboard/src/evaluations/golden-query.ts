import type { EvaluationQuery } from "@quarry/sdk";

/** What the fields of a form say: a question, and filenames beside their grades. Fields that were left empty are "". */
export interface GoldenFields {
  readonly query: string;
  readonly filenames: readonly string[];
  readonly grades: readonly string[];
}

/** Makes a golden query of the fields of a form. An empty filename is left out, and so is one that was already named. */
export function goldenQueryOf({ query, filenames, grades }: GoldenFields): EvaluationQuery {
  const relevant = new Map<string, number>();
  for (const [at, typed] of filenames.entries()) {
    const filename = typed.trim();
    if (filename !== "" && !relevant.has(filename)) relevant.set(filename, Number(grades[at] || 1));
  }
  return { query: query.trim(), relevant: [...relevant].map(([filename, grade]) => ({ filename, grade })) };
}

/** The queries with one more. The same question gets the documents of both. */
export function withGoldenQuery(
  queries: readonly EvaluationQuery[],
  added: EvaluationQuery,
): EvaluationQuery[] {
  const same = queries.find(({ query }) => query === added.query);
  if (!same) return [...queries, added];
  const known = new Set(same.relevant.map(({ filename }) => filename));
  const relevant = [...same.relevant, ...added.relevant.filter(({ filename }) => !known.has(filename))];
  return queries.map((each) => (each === same ? { ...each, relevant } : each));
}
