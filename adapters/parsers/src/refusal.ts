import { QuarryError } from "@quarry/core";

/** The error of a file that cannot be read: what is wrong, and what to do about it. */
export function refusal(problem: string, remedy: string): QuarryError {
  return new QuarryError("invalid_request", `${problem} ${remedy}`);
}
