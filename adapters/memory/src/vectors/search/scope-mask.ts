import type { VectorQuery } from "@quarry/core";
import type { VectorTable } from "../table/vector-table.ts";

/** The groups of a table that a query may see. */
export interface ScopeMask {
  /** Number of records that pass. */
  passing(): number;
  /** The groups that pass. */
  groups(): readonly number[];
  passes(group: number): boolean;
}

/** Creates a function that applies a query's document ids and filter to the groups of a table. */
export function createScopeMasks({ scope, filter }: Pick<VectorQuery, "scope" | "filter">) {
  const documents = scope.documentIds && [...new Set(scope.documentIds)];

  function evaluate({ groups }: VectorTable) {
    const isPassing = filter ? groups.passes(filter) : () => true;
    const inScope = documents?.flatMap((documentId) => groups.ofDocument(documentId)) ?? groups.ordinals();
    const passing = inScope.filter(isPassing);
    const listed = new Set(documents ? passing : []);
    return { passing, passes: documents ? (group: number) => listed.has(group) : isPassing };
  }

  return function maskOf(table: VectorTable): ScopeMask {
    const { groups } = table;
    if (!documents && !filter)
      return { passing: () => table.size, groups: groups.ordinals, passes: (group) => group > 0 };
    let [found, version] = [evaluate(table), groups.version];
    const current = () => {
      // After a yield, an ordinal may belong to another document.
      if (version !== groups.version) [found, version] = [evaluate(table), groups.version];
      return found;
    };
    return {
      passing: () => current().passing.reduce((sum, group) => sum + groups.get(group).size, 0),
      groups: () => current().passing,
      passes: (group) => current().passes(group),
    };
  };
}
