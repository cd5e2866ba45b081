import type { LiveSpace } from "../indexes/records/live-rows.ts";
import type { TenantScope } from "../platform/access/tenant-scope.ts";
import { spaceNotFound } from "../records/spaces/space-not-found.ts";
import type { LiveRows } from "./live/live-rows.ts";

/** The spaces of a query. Without promises when nothing has to be read. */
export interface RequestedSpaces {
  /** Rejects with QuarryError `not_found` for a space that is missing, archived, or not visible to the caller. */
  readonly rows: readonly LiveSpace[] | Promise<readonly LiveSpace[]>;
  /** Known before the rows when the query names every space by its id. */
  readonly ids: readonly string[] | Promise<readonly string[]>;
}

/**
 * Looks up the spaces of a query by id or slug.
 * @throws QuarryError like `rows`, when the spaces do not have to be read.
 */
export function findRequestedSpaces(
  live: LiveRows,
  scope: TenantScope,
  spaceIds: string | string[],
): RequestedSpaces {
  const names = [...new Set(typeof spaceIds === "string" ? [spaceIds] : spaceIds)];
  const found = live.spaces(scope, names);
  if (!(found instanceof Promise)) {
    const rows = inOrder(found, names);
    return { rows, ids: rows.map(({ id }) => id) };
  }
  const rows = found.then((spaces) => inOrder(spaces, names));
  // Prevents an unhandled rejection; the query awaits the rows later.
  rows.catch(() => undefined);
  if (names.every((name) => name.startsWith("spc_"))) return { rows, ids: names };
  const ids = rows.then((spaces) => spaces.map(({ id }) => id));
  ids.catch(() => undefined);
  return { rows, ids };
}

/** The spaces in the order of their names, each once. */
function inOrder(spaces: readonly LiveSpace[], names: readonly string[]): readonly LiveSpace[] {
  const byName = new Map<string, LiveSpace>();
  for (const space of spaces) byName.set(space.id, space).set(space.slug, space);
  const found = names.map((name) => {
    const space = byName.get(name);
    if (!space) throw spaceNotFound(name);
    return space;
  });
  return [...new Set(found)];
}

/**
 * The vector leg's weight in each space that sets one, by space id. Empty when the spaces cannot be read.
 * @param override Replaces the weights of all spaces.
 */
export function vectorWeightsOf(
  spaces: RequestedSpaces["rows"],
  override: number | undefined,
): ReadonlyMap<string, number> | Promise<ReadonlyMap<string, number>> {
  if (spaces instanceof Promise)
    return spaces.then(
      (rows) => vectorWeightsOf(rows, override),
      () => new Map<string, number>(),
    );
  const weights = new Map<string, number>();
  for (const { id, vectorWeight } of spaces) {
    const weight = override ?? vectorWeight;
    if (weight !== null) weights.set(id, weight);
  }
  return weights;
}
