import { QuarryError } from "@quarry/core";

/** Maximum nesting depth of a JSON body. Recursive code overflows the stack on deeper ones. */
export const MAX_DEPTH = 500;

/** The error for a body that is not JSON. */
export function malformedJson(problem: string): QuarryError {
  return new QuarryError("invalid_request", `The body is not valid JSON: ${problem}.`, {
    details: [{ path: "", message: `is not valid JSON: ${problem}` }],
  });
}
