import type { Block, ParsedDocument, Place, TableRow } from "@quarry/core";

const KINDS = ["heading", "paragraph", "list", "code", "table"];

/** Returns all violations of the `ParsedDocument` contract, at most ten. */
export function documentFaults({ text, blocks, title, warnings = [] }: ParsedDocument): string[] {
  const faults: string[] = [];
  let last = 0;
  for (const [at, block] of blocks.entries()) {
    const name = `Block ${at} (${block.kind})`;
    if (!isRange(block, last, text.length))
      faults.push(`${name} is empty, overlaps, or lies outside of the text`);
    last = block.end;
    faults.push(...blockFaults(block).map((fault) => `${name} ${fault}`));
  }
  if (title !== undefined && title.trim() === "") faults.push("The title is empty");
  if (warnings.some((warning) => warning.trim() === "")) faults.push("A warning is empty");
  return faults.slice(0, 10);
}

function blockFaults(block: Block): string[] {
  const { kind, level, title, rows, header, start, end } = block;
  const faults = placeFaults(block);
  if (!KINDS.includes(kind)) faults.push("has an unknown kind");
  if (kind !== "heading" && (level !== undefined || title !== undefined))
    faults.push("has a level or title but is not a heading");
  if (level !== undefined && !(Number.isInteger(level) && level >= 1 && level <= 6))
    faults.push(`has level ${level}`);
  if (kind !== "table" && (rows !== undefined || header !== undefined))
    faults.push("has rows or a header but is not a table");
  faults.push(...rowFaults(rows ?? [], start, end));
  return faults;
}

function rowFaults(rows: readonly TableRow[], start: number, end: number): string[] {
  const faults: string[] = [];
  let last = start;
  let before = 0;
  for (const [at, row] of rows.entries()) {
    if (!isRange(row, last, end))
      faults.push(`has a row ${at} that is empty, overlaps, or lies outside of it`);
    if (row.row !== undefined && !(Number.isInteger(row.row) && row.row > before))
      faults.push(`has row number ${row.row} after ${before}`);
    last = row.end;
    before = row.row ?? before;
  }
  return faults;
}

function placeFaults({ page, slide, confidence, ocr }: Place): string[] {
  const faults: string[] = [];
  for (const [name, value] of Object.entries({ page, slide }))
    if (value !== undefined && !(Number.isInteger(value) && value >= 1)) faults.push(`has ${name} ${value}`);
  if (confidence !== undefined && (!ocr || !(confidence >= 0 && confidence <= 1)))
    faults.push(`has confidence ${confidence}`);
  return faults;
}

function isRange({ start, end }: TableRow, from: number, to: number): boolean {
  return Number.isInteger(start) && Number.isInteger(end) && from <= start && start < end && end <= to;
}
