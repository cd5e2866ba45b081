import { matchesFilter, type VectorQuery } from "@quarry/core";
import type { VectorTable } from "../table/vector-table.ts";

/** The groups of a table that a query may see. */
export interface ScopeMask {
  /** Number of records that pass. */
  passing(): number;
  /** The groups that pass. */
  groups(): number[];
  passes(group: number): boolean;
}

/** Creates a function that evaluates a query's document ids and filter for a table, once per document. */
export function createScopeMasks({ scope, filter }: Pick<VectorQuery, "scope" | "filter">) {
  const documents = scope.documentIds && [...new Set(scope.documentIds)];
  function evaluate({ groups }: VectorTable): Set<number> {
    const ordinals = documents
      ? documents.flatMap((documentId) => groups.ofDocument(documentId))
      : Array.from(groups.all(), ([ordinal]) => ordinal);
    return new Set(
      filter ? ordinals.filter((ordinal) => matchesFilter(groups.get(ordinal).metadata, filter)) : ordinals,
    );
  }

  return function maskOf(table: VectorTable): ScopeMask {
    if (!documents && !filter)
      return {
        passing: () => table.size,
        groups: () => Array.from(table.groups.all(), ([ordinal]) => ordinal),
        passes: (group) => group > 0,
      };
    const { groups } = table;
    let [passing, version] = [evaluate(table), groups.version];
    const current = () => {
      // After a yield, an ordinal may belong to another document.
      if (version !== groups.version) [passing, version] = [evaluate(table), groups.version];
      return passing;
    };
    return {
      passing: () => [...current()].reduce((sum, group) => sum + groups.get(group).size, 0),
      groups: () => [...current()],
      passes: (group) => current().has(group),
    };
  };
}
