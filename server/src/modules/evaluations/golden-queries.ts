import type { CreateEvaluationBody, ErrorDetail, EvaluationQuery } from "@quarry/schema";
import { invalidBody } from "../../platform/http/validation-details.ts";

/**
 * Validates golden queries and fills in the default grades.
 * @throws QuarryError `invalid_request` when a query judges a document twice or has no relevant document.
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
        message: `must contain each document once, but contains ${JSON.stringify(twice)} twice`,
      });
    if (graded.every(({ grade }) => grade === 0))
      problems.push({ path, message: "must contain a document with a grade above 0" });
    return { query, relevant: graded };
  });
  if (problems.length > 0) throw invalidBody(problems.slice(0, MAX_PROBLEMS));
  return queries;
}

const MAX_PROBLEMS = 100;
