import { LIMITS } from "@quarry/schema";
import anyAscii from "any-ascii";

/** Derives a slug from a name: transliterated, lower case, hyphenated; `space` when no character is left. */
export function slugify(name: string): string {
  const slug = anyAscii(name)
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, LIMITS.spaceSlugMaxChars - 10)
    .replace(/^-+|-+$/g, "");
  return slug === "" ? "space" : slug;
}

/** Returns the first of `slug`, `slug-2`, `slug-3`, … that is not taken. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  for (let number = 2; ; number += 1) if (!taken.has(`${slug}-${number}`)) return `${slug}-${number}`;
}
