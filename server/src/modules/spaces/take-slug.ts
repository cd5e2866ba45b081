import { QuarryError } from "@quarry/core";
import type { Database } from "../../platform/database/database.ts";
import { isUniqueViolation } from "../../platform/log/database-errors.ts";
import { slugsLike } from "../../records/spaces/space-rows.ts";
import { freeSlug, slugify } from "./slug.ts";

const MAX_TRIES = 20;

/**
 * Calls `insert` with the requested slug, or with the first free slug derived from `text`. Retries with the next free
 * slug when another caller takes it first.
 * @throws QuarryError `conflict` when the requested slug is taken.
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

/** The error for a slug that is taken. */
export function slugTaken(slug: string | undefined): QuarryError {
  return new QuarryError(
    "conflict",
    `Another space has the slug ${JSON.stringify(slug)}. Choose a different slug.`,
  );
}
