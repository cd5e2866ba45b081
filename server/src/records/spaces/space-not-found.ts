import { QuarryError } from "@quarry/core";

/** The error for a space that does not exist, is archived, or belongs to another organization. */
export function spaceNotFound(idOrSlug: string): QuarryError {
  return new QuarryError("not_found", `There is no space ${JSON.stringify(idOrSlug)}.`);
}
