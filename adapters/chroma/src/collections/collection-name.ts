import { createHash } from "node:crypto";

/**
 * Returns the name of an organization's collection for a model: readable, and unique by its hash. Chroma allows 3 to
 * 512 characters of `a-zA-Z0-9._-`; the first and last must be a letter or a digit.
 */
export function collectionName(prefix: string, orgId: string, model: string): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([orgId, model]))
    .digest("hex")
    .slice(0, 32);
  return [prefix, readable(orgId), readable(model), hash].join(".");
}

function readable(text: string): string {
  return text.replace(/[^a-zA-Z0-9-]+/g, "-").slice(0, 60) || "-";
}
