import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { UserError } from "../user-error.ts";
import { type ComparedPdf, compareRectangles } from "./compare-rectangles.ts";
import { hasPdftotext } from "./page-words.ts";

const USAGE = "bun run eval rectangles FOLDER [--every N]";
const SHOWN = 20;

/**
 * Compares the rectangles of all passages of a folder's PDFs with the words' rectangles of `pdftotext -bbox`. Prints the
 * means, and the PDFs with the lowest ones.
 */
export async function evaluateRectangles(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    ...{ args, allowPositionals: true },
    options: { every: { type: "string", default: "1" } },
  });
  const [folder] = positionals;
  if (folder === undefined) throw new UserError(USAGE);
  if (!hasPdftotext()) throw new UserError("pdftotext is not installed (poppler-utils).");
  const names = await readdir(folder, { recursive: true });
  const paths = names.filter((name) => name.toLowerCase().endsWith(".pdf")).sort();
  const compared: ComparedPdf[] = [];
  for (const [at, name] of paths.entries()) {
    if (at % Number(values.every) !== 0) continue;
    const path = join(folder, name);
    const result = await compareRectangles(path);
    if (result) compared.push({ ...result, path: relative(folder, path) });
  }
  console.log(rectanglesTable(compared));
}

function rectanglesTable(compared: readonly ComparedPdf[]): string {
  const total = (field: "passages" | "pages" | "lines") => compared.reduce((sum, pdf) => sum + pdf[field], 0);
  const mean = (field: "region" | "line" | "found") =>
    (compared.reduce((sum, pdf) => sum + pdf[field], 0) / compared.length).toFixed(3);
  const rows = [...compared]
    .sort((a, b) => a.region - b.region)
    .slice(0, SHOWN)
    .map((pdf) => row(pdf.path, pdf.pages, pdf.passages, pdf.lines, pdf.region, pdf.line, pdf.found));
  return [
    "| PDF | pages | passages | lines | IoU of the areas | IoU of the lines | words found |",
    `|---|${"---:|".repeat(6)}`,
    row(
      `mean of ${compared.length}`,
      ...([total("pages"), total("passages"), total("lines")] as const),
      ...([mean("region"), mean("line"), mean("found")] as const),
    ),
    ...rows,
  ].join("\n");
}

function row(...cells: readonly (string | number)[]): string {
  const shown = cells.map((cell) =>
    typeof cell === "number" && !Number.isInteger(cell) ? cell.toFixed(3) : cell,
  );
  return `| ${shown.join(" | ")} |`;
}
