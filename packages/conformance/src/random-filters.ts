import type { Json, Metadata } from "@quarry/schema";
import type { Random } from "./random.ts";

/** Paths of the random metadata, and one that never exists. */
export const PATHS = [
  "year",
  "title",
  "tags",
  "author",
  "author.name",
  "author.born",
  "empty",
  "none",
  "ключ",
];
/** Scalars that are easily confused. */
export const SCALARS: readonly (string | number | boolean | null)[] = [
  ...[null, true, false, 0, -1, 1999, 2024, 2024.5, 1e21],
  ...["", "2024", "a", "B", "b", "é", "Zoë", "true", "日本", "it's", "%", "_"],
];
/** The scalars that comparison operators accept. */
export const BOUNDS = SCALARS.filter((value) => typeof value === "string" || typeof value === "number");

/** Generates a document's metadata: each field is absent, a value or a list. */
export function randomMetadata({ pick, below }: Random): Metadata {
  const value = (): Json => {
    const dice = below(6);
    if (dice === 0) return [];
    if (dice === 1) return [pick(SCALARS), pick(SCALARS)];
    if (dice === 2) return [[pick(SCALARS)], { name: pick(SCALARS) }, pick(SCALARS)];
    return pick(SCALARS);
  };
  const metadata: Metadata = {};
  for (const name of ["year", "title", "tags", "ключ"]) if (below(3) > 0) metadata[name] = value();
  if (below(2) === 0)
    metadata.author = pick<Json>([{ name: value() }, { born: value(), name: value() }, value()]);
  if (below(3) === 0) metadata.empty = pick<Json>([null, {}, [], ""]);
  return metadata;
}

/** Generates a filter on one field. */
export function randomCondition({ pick, below }: Random): Metadata {
  const path = pick(PATHS);
  const order = pick(["$gt", "$gte", "$lt", "$lte"]);
  switch (below(6)) {
    case 0:
      return { [path]: pick(SCALARS) };
    case 1:
      return { [path]: { $ne: pick(SCALARS) } };
    case 2:
      return { [path]: { $in: Array.from({ length: below(5) }, () => pick(SCALARS)) } };
    case 3:
      return { [path]: { $exists: below(2) === 0 } };
    case 4:
      return { [path]: { $gte: pick(BOUNDS), $lt: pick(BOUNDS) } };
    default:
      return { [path]: { [order]: pick(BOUNDS) } };
  }
}

/** Generates a filter of up to `depth` nested combinations. */
export function randomFilter(random: Random, depth: number): Metadata {
  const dice = random.below(5);
  if (depth === 0 || dice < 2) return randomCondition(random);
  if (dice === 2) return { $not: randomFilter(random, depth - 1) };
  const parts = Array.from({ length: 1 + random.below(3) }, () => randomFilter(random, depth - 1));
  return { [dice === 3 ? "$and" : "$or"]: parts };
}
