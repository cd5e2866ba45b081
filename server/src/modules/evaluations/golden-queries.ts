import type { CreateEvaluationBody, ErrorDetail, EvaluationQuery } from "@quarry/schema";
import { invalidBody } from "../../platform/http/validation-details.ts";

/**
 * The golden queries that a caller sent, as they are stored.
 * @throws QuarryError `invalid_request` when a document is judged twice, or none of a query's documents is relevant.
 */
export function readGoldenQueries(sent: CreateEvaluationBody["queries"]): EvaluationQuery[] {
  const problems: ErrorDetail[] = [];
  const queries = sent.map(({ query, relevant }, at) => {
    const path = `/queries/${at}/relevant`;
    const graded = relevant.map(({ filename, grade = 1 }) => ({ filename, grade }));
    const names = graded.map(({ filename }) => filename);
    const twice = names.find((name, place) => names.indexOf(name) !== place);
    if (twice !== undefined)
      problems.push({
        path,
        message: `must name each document once, but names ${JSON.stringify(twice)} again`,
      });
    if (graded.every(({ grade }) => grade === 0))
      problems.push({ path, message: "must hold a document with a grade above 0" });
    return { query, relevant: graded };
  });
  if (problems.length > 0) throw invalidBody(problems.slice(0, MAX_PROBLEMS));
  return queries;
}

const MAX_PROBLEMS = 100;
