import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { uploadFile } from "../files/upload-file.ts";
import { withUploadTarget } from "../files/upload-target.ts";
import { Progress } from "../progress.ts";
import { UserError } from "../user-error.ts";
import { corpusTable, isInternal, type ReadFile } from "./corpus-table.ts";
import { kindOf, missingReaders, referenceText } from "./reference-text.ts";
import { wordOverlap } from "./word-overlap.ts";

const USAGE = "bun run eval corpus FOLDER [--every N] [--kinds pdf,docx]";

/**
 * Uploads all files of a folder and compares what was read with what other programs read: pdftotext, pandoc and xlsx2csv,
 * where they are installed. Prints a table by kind.
 * @returns True if no file is stuck or failed for a reason within the service.
 */
export async function evaluateCorpus(args: string[]): Promise<boolean> {
  const { positionals, values } = parseArgs({
    ...{ args, allowPositionals: true },
    options: { every: { type: "string", default: "1" }, kinds: { type: "string", default: "" } },
  });
  const [folder] = positionals;
  if (folder === undefined) throw new UserError(USAGE);
  const kinds = values.kinds.split(",").filter((kind) => kind !== "");
  const paths = (await filesIn(folder)).filter(
    (path, at) =>
      at % Number(values.every) === 0 && (kinds.length === 0 || kinds.includes(kindOf(path).slice(1))),
  );
  if (paths.length === 0) throw new UserError(`There are no files in ${folder}.\n${USAGE}`);
  const missing = missingReaders();
  if (missing.length > 0) console.log(`Not installed, so not compared with: ${missing.join(", ")}`);
  return withUploadTarget("Corpus", async (target) => {
    const progress = new Progress("files", paths.length);
    const files: ReadFile[] = [];
    for (const [at, path] of paths.entries()) {
      const { text, ...outcome } = await uploadFile(target, path, `${at}${kindOf(path)}`);
      const reference = outcome.status === "COMPLETED" ? await referenceText(path) : undefined;
      const overlap = reference === undefined ? undefined : wordOverlap(text, reference);
      files.push({ path: relative(folder, path), kind: kindOf(path), outcome, overlap });
      progress.advance(1);
    }
    progress.end();
    console.log(corpusTable(files));
    return !files.some(({ outcome }) => outcome.status === "STUCK" || isInternal(outcome));
  });
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
}
