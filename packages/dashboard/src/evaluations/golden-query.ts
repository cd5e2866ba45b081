import type { EvaluationQuery } from "@quarry/sdk";

/** What the fields of a form say: a question, and filenames one per line. */
export interface GoldenFields {
  readonly query: string;
  readonly filenames: string;
}

/** Makes a golden query of the fields of a form. Filenames that were there before keep their grade. */
export function goldenQueryOf({ query, filenames }: GoldenFields, before?: EvaluationQuery): EvaluationQuery {
  const names = [...new Set(filenames.split("\n").map((line) => line.trim()))].filter((name) => name !== "");
  const gradeOf = (name: string) => before?.relevant.find(({ filename }) => filename === name)?.grade ?? 1;
  return { query: query.trim(), relevant: names.map((filename) => ({ filename, grade: gradeOf(filename) })) };
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
