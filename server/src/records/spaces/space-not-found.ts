import { QuarryError } from "@quarry/core";

/** The error for a space that is not there, is archived, or belongs to somebody else. */
export function spaceNotFound(idOrSlug: string): QuarryError {
  return new QuarryError("not_found", `There is no space ${JSON.stringify(idOrSlug)}.`);
}
