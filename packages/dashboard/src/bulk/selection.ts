import type { BulkRequest, DocumentFilter } from "@quarry/sdk";

/** Selected documents: some by their ids, or all that the filter of the list finds. */
export type Selection = ReadonlySet<string> | "all";

/** Nothing is selected. */
export const NOTHING: Selection = new Set();

/** The same selection with one document more or less. */
export function toggled(selection: Selection, id: string): Selection {
  if (selection === "all") return selection;
  const changed = new Set(selection);
  if (!changed.delete(id)) changed.add(id);
  return changed;
}

/** How many documents are selected, of a list with this length. */
export function sizeOf(selection: Selection, total: number): number {
  return selection === "all" ? total : selection.size;
}

/** The documents of a bulk operation: no more than the person sees selected. */
export function chosenBy(
  selection: Selection,
  where: DocumentFilter,
  total: number,
): Pick<BulkRequest, "ids" | "where" | "expected"> {
  return selection === "all" ? { where, expected: total } : { ids: [...selection] };
}
