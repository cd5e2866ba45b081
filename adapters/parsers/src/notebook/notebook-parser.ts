import type { ParsedDocument, ParseInput } from "@quarry/core";
import { DocumentText } from "../document/document-text.ts";
import { parseError } from "../document/parse-error.ts";
import { assertTextLength } from "../document/parsed-document.ts";
import { markdownBlocks } from "../markdown/markdown-blocks.ts";
import { readText } from "../text/decode-text.ts";

/** The type of Jupyter notebooks. */
export const NOTEBOOK = "application/x-ipynb+json";
/** A longer output is a log or data. */
const MAX_OUTPUT_CHARS = 2000;

type Json = Readonly<Record<string, unknown>>;

/** Parses a Jupyter notebook: its text cells as Markdown, its code cells, and what they printed. */
export async function parseNotebook({ bytes, declaredCharset }: ParseInput): Promise<ParsedDocument> {
  const { text: source, warnings } = readText(bytes, declaredCharset);
  assertTextLength(source);
  const out = new DocumentText();
  let cut = 0;
  for (const cell of cellsOf(source)) {
    const text = textOf(cell.source ?? cell.input).trim();
    if (cell.cell_type === "markdown") out.append(text, markdownBlocks(text, 0));
    else if (cell.cell_type === "heading") out.heading(Number(cell.level) || 1, text);
    else out.add(cell.cell_type === "code" ? "code" : "paragraph", text);
    for (const output of objectsOf(cell.outputs)) {
      const printed = printedText(output).trimEnd();
      if (printed.length > MAX_OUTPUT_CHARS) cut += 1;
      out.add("code", printed.slice(0, MAX_OUTPUT_CHARS));
    }
  }
  const leftOut =
    cut === 0
      ? []
      : [
          `${cut} long outputs of code were cut after ${MAX_OUTPUT_CHARS.toLocaleString("en-US")} characters.`,
        ];
  return out.finish(NOTEBOOK, { warnings: [...warnings, ...leftOut] });
}

function cellsOf(source: string): readonly Json[] {
  let notebook: Json | undefined;
  try {
    notebook = objectsOf([JSON.parse(source)])[0];
  } catch {
    // Reported below.
  }
  // Notebooks before version 4 have worksheets.
  const cells =
    notebook?.cells ?? objectsOf(notebook?.worksheets).flatMap((worksheet) => objectsOf(worksheet.cells));
  if (!notebook || !Array.isArray(cells))
    throw parseError(
      "The file is damaged and cannot be read as a notebook.",
      "Save it again in Jupyter and send that.",
    );
  return objectsOf(cells);
}

/** What a code cell printed: text, or the text form of a result. Pictures and errors are left out. */
function printedText(output: Json): string {
  const [data] = objectsOf([output.data]);
  return textOf(output.output_type === "error" ? "" : (output.text ?? data?.["text/plain"]));
}

function objectsOf(value: unknown): readonly Json[] {
  return Array.isArray(value)
    ? value.filter(
        (entry): entry is Json => typeof entry === "object" && entry !== null && !Array.isArray(entry),
      )
    : [];
}

/** Notebooks store texts whole or by line. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.filter((line) => typeof line === "string").join("");
  return typeof value === "string" ? value : "";
}
