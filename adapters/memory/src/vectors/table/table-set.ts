import type { TableKey, VectorTable } from "./vector-table.ts";

/** Tables by organization, space and model. */
export interface TableSet {
  get(key: TableKey): VectorTable | undefined;
  set(table: VectorTable): void;
  delete(key: TableKey): void;
  ofOrganization(orgId: string): VectorTable[];
  ofSpace(orgId: string, spaceId: string): VectorTable[];
  all(): VectorTable[];
  clear(): void;
}

type ByModel = Map<string, VectorTable>;

/** Creates an empty set. */
export function createTableSet(): TableSet {
  const organizations = new Map<string, Map<string, ByModel>>();
  const spacesOf = (orgId: string) => [...(organizations.get(orgId)?.values() ?? [])];

  return {
    get: ({ orgId, spaceId, model }) => organizations.get(orgId)?.get(spaceId)?.get(model),

    set(table) {
      const { orgId, spaceId, model } = table.key;
      const spaces = organizations.get(orgId) ?? new Map<string, ByModel>();
      const models = spaces.get(spaceId) ?? new Map<string, VectorTable>();
      organizations.set(orgId, spaces.set(spaceId, models.set(model, table)));
    },

    delete({ orgId, spaceId, model }) {
      const spaces = organizations.get(orgId);
      const models = spaces?.get(spaceId);
      models?.delete(model);
      if (models?.size === 0) spaces?.delete(spaceId);
      if (spaces?.size === 0) organizations.delete(orgId);
    },

    ofOrganization: (orgId) => spacesOf(orgId).flatMap((models) => [...models.values()]),
    ofSpace: (orgId, spaceId) => [...(organizations.get(orgId)?.get(spaceId)?.values() ?? [])],
    all: () =>
      [...organizations.values()].flatMap((spaces) =>
        [...spaces.values()].flatMap((models) => [...models.values()]),
      ),
    clear: () => organizations.clear(),
  };
}
