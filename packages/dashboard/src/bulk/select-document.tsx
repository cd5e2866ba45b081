import type { Document } from "@quarry/sdk";
import { text } from "../text/text.ts";
import { type Selection, toggled } from "./selection.ts";

/** The selection of a list, and how to change it. */
export interface Selecting {
  readonly selection: Selection;
  readonly onChange: (selection: Selection) => void;
}

/** The box in front of a document. While all are selected, single ones cannot be left out. */
export function SelectDocument({ document, selecting }: { document: Document; selecting: Selecting }) {
  const { selection, onChange } = selecting;
  const isAll = selection === "all";
  return (
    <input
      type="checkbox"
      className="document-select"
      aria-label={text.bulk.select(document.filename)}
      checked={isAll || selection.has(document.id)}
      disabled={isAll}
      onChange={() => onChange(toggled(selection, document.id))}
    />
  );
}
