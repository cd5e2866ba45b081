import { QuarryError } from "@quarry/core";
import type { Database } from "../../platform/database/database.ts";
import { isUniqueViolation } from "../../platform/log/database-errors.ts";
import { slugsLike } from "../../records/spaces/space-rows.ts";
import { freeSlug, slugify } from "./slug.ts";

const MAX_TRIES = 20;

/**
 * Adds a space by `insert` under the slug that was asked for, or else under the first free one that is made of a text;
 * the next one when somebody takes that in between.
 * @throws QuarryError `conflict` when the slug that was asked for is taken.
 */
export async function withFreeSlug<Result>(
  db: Database,
  orgId: string,
  wanted: string | undefined,
  text: string,
  insert: (slug: string) => Promise<Result>,
): Promise<Result> {
  const base = slugify(text);
  for (let tries = 1; ; tries += 1) {
    const slug = wanted ?? freeSlug(base, await slugsLike(db, orgId, base));
    try {
      return await insert(slug);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      if (wanted !== undefined || tries >= MAX_TRIES) throw slugTaken(slug);
    }
  }
}

/** The error for a slug that another space has. */
export function slugTaken(slug: string | undefined): QuarryError {
  return new QuarryError(
    "conflict",
    `Another space has the slug ${JSON.stringify(slug)}. Choose another one.`,
  );
}
