import type { Json } from "@quarry/schema";

/** True if `value` contains `part`, with the semantics of PostgreSQL's `jsonb @>`. */
export function containsJson(value: Json, part: Json): boolean {
  return contains(value, part, true);
}

function contains(value: Json, part: Json, top: boolean): boolean {
  if (Array.isArray(part)) {
    if (!Array.isArray(value)) return false;
    if (value.length * part.length > MAX_PAIRS) return containsMany(value, part);
    return part.every((wanted) => value.some((item) => contains(item, wanted, false)));
  }
  if (typeof part === "object" && part !== null) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    // A loop, because filters run over whole spaces and `Object.entries` takes three times as long.
    for (const key in part)
      if (!Object.hasOwn(value, key) || !contains(value[key] as Json, part[key] as Json, false)) return false;
    return true;
  }
  // PostgreSQL's special case, only at the top level: an array contains a bare primitive.
  if (top && Array.isArray(value)) return value.some((item) => item === part);
  return value === part;
}

/** Up to this many pairs of items, comparing all of them is fastest. */
const MAX_PAIRS = 1024;

/** Containment of large arrays. Comparing all pairs would block for minutes with tens of thousands of items on each side. */
function containsMany(value: readonly Json[], part: readonly Json[]): boolean {
  const plain = new Set(value.filter((item) => !isContainer(item)));
  if (!part.every((wanted) => isContainer(wanted) || plain.has(wanted))) return false;
  // Searches once for equal items.
  const nested = new Map(part.filter(isContainer).map((wanted) => [canonical(wanted), wanted]));
  if (nested.size === 0) return true;
  const candidatesFor = createCandidates(value.filter(isContainer));
  return [...nested.values()].every((wanted) =>
    candidatesFor(wanted).some((item) => contains(item, wanted, false)),
  );
}

function isContainer(value: Json): boolean {
  return typeof value === "object" && value !== null;
}

/** Serializes a value such that values that contain each other are equal: ignores the order and repetition of items. */
function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map(canonical))].sort().join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`);
  return `{${fields.sort().join()}}`;
}

/** Indexes items by trait. Returns a lookup of the items that may contain a value: the holders of its rarest trait. */
function createCandidates(items: readonly Json[]): (wanted: Json) => readonly Json[] {
  const numbers = new Map<string, number>();
  const holders = new Map<number, Json[]>();
  for (const item of items)
    for (const trait of traitsOf(item, numbers)) {
      const known = holders.get(trait);
      if (known) known.push(item);
      else holders.set(trait, [item]);
    }
  return (wanted) => {
    let fewest = items;
    for (const trait of traitsOf(wanted, numbers)) {
      const having = holders.get(trait) ?? [];
      if (having.length < fewest.length) fewest = having;
    }
    return fewest;
  };
}

/** Returns the (path, primitive) pairs of a value as numbers. A value has all traits of every value that it contains. */
function traitsOf(value: Json, numbers: Map<string, number>): Set<number> {
  const traits = new Set<number>();
  // Paths are numbered too, so that a long key is not repeated for every value below it.
  const numberOf = (text: string): number => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
  const visit = (item: Json, path: number): void => {
    if (typeof item !== "object" || item === null) {
      traits.add(numberOf(`${path}=${JSON.stringify(item)}`));
      return;
    }
    const here = numberOf(Array.isArray(item) ? `${path}[` : `${path}{`);
    traits.add(here);
    if (Array.isArray(item)) for (const inner of item) visit(inner, here);
    else for (const [key, inner] of Object.entries(item)) visit(inner, numberOf(`${here}.${key}`));
  };
  visit(value, -1);
  return traits;
}
