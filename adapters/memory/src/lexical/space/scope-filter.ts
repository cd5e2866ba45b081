import type { FilteredScope } from "@quarry/core";
import type { SpaceIndex } from "./space-index.ts";

/** Returns whether the document of a slot is in scope; valid until the next change of the space. */
export type AcceptsSlot = (slot: number) => boolean;

/** Creates the check of a scope's document ids and filter for the slots of a space; undefined when all are in scope. */
export function createScopeFilter({
  documentIds,
  filter,
}: FilteredScope): ((space: SpaceIndex) => AcceptsSlot) | undefined {
  if (!documentIds && !filter) return undefined;
  const wanted = documentIds && new Set(documentIds);
  return ({ numbers: { bySlot, at, passes } }) => {
    const passing = filter ? passes(filter) : () => true;
    const { cells } = bySlot;
    return (slot) => {
      const number = cells[slot] as number;
      if (wanted && !wanted.has(at(number)?.id ?? "")) return false;
      return passing(number);
    };
  };
}
