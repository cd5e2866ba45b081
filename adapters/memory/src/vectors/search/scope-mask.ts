import { matchesFilter, type VectorQuery } from "@quarry/core";
import type { VectorTable } from "../table/vector-table.ts";

/** Which groups of a table a query may see. */
export interface ScopeMask {
  /** How many records pass. */
  passing(): number;
  /** Groups that pass. */
  groups(): number[];
  passes(group: number): boolean;
}

/** Judges tables by a query's documents and filter; each document's metadata is judged once a query. */
export function createScopeMasks({ scope, filter }: Pick<VectorQuery, "scope" | "filter">) {
  const documents = scope.documentIds && [...new Set(scope.documentIds)];
  function judge({ groups }: VectorTable): Set<number> {
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
    let [judged, version] = [judge(table), groups.version];
    const current = () => {
      // While others had the thread, an ordinal may have come to mean another document.
      if (version !== groups.version) [judged, version] = [judge(table), groups.version];
      return judged;
    };
    return {
      passing: () => [...current()].reduce((sum, group) => sum + groups.get(group).size, 0),
      groups: () => [...current()],
      passes: (group) => current().has(group),
    };
  };
}
