import type { TenantScope } from "../platform/access/tenant-scope.ts";
import type { Database } from "../platform/database/database.ts";
import { spaceNotFound } from "../records/spaces/space-not-found.ts";
import { findSpaces, type SpaceRow } from "../records/spaces/space-rows.ts";

/** The spaces of a query. */
export interface RequestedSpaces {
  /** @throws QuarryError `not_found` for a space that is missing, archived, or not visible to the caller. */
  readonly rows: Promise<readonly SpaceRow[]>;
  /** Known before the rows when the query names every space by its id. */
  readonly ids: Promise<readonly string[]>;
}

/** Looks up the spaces of a query by id or slug. */
export function findRequestedSpaces(
  db: Database,
  scope: TenantScope,
  spaceIds: string | string[],
): RequestedSpaces {
  const names = [...new Set(typeof spaceIds === "string" ? [spaceIds] : spaceIds)];
  const rows = findRows(db, scope, names);
  // Prevents an unhandled rejection; the query awaits the rows later.
  rows.catch(() => undefined);
  const ids = names.every((name) => name.startsWith("spc_"))
    ? Promise.resolve(names)
    : rows.then((found) => found.map(({ id }) => id));
  ids.catch(() => undefined);
  return { rows, ids };
}

async function findRows(db: Database, scope: TenantScope, names: string[]): Promise<SpaceRow[]> {
  const byName = new Map<string, SpaceRow>();
  for (const row of await findSpaces(db, scope, names)) byName.set(row.id, row).set(row.slug, row);
  const found = names.map((name) => {
    const row = byName.get(name);
    if (!row || row.isArchived) throw spaceNotFound(name);
    return row;
  });
  return [...new Set(found)];
}

/**
 * The vector leg's weight in each space that sets one, by space id.
 * @param override Replaces the weights of all spaces.
 */
export function vectorWeightsOf(
  spaces: readonly SpaceRow[],
  override: number | undefined,
): ReadonlyMap<string, number> {
  return new Map(
    spaces.flatMap(({ id, vectorWeight }): [string, number][] => {
      const weight = override ?? vectorWeight;
      return weight === null ? [] : [[id, weight]];
    }),
  );
}
