import { QuarryError } from "@quarry/core";

/** Creates the error for a file that cannot be parsed: what is wrong, then what to do. */
export function parseError(problem: string, remedy: string): QuarryError {
  return new QuarryError("invalid_request", `${problem} ${remedy}`);
}
