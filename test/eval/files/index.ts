import { join } from "node:path";
import { parseArgs } from "node:util";
import { Progress } from "../progress.ts";
import { judge, type Outcome, type Verdict } from "./judge.ts";
import { type ManifestEntry, readManifest } from "./manifest.ts";
import { uploadFile } from "./upload-file.ts";
import { withUploadTarget } from "./upload-target.ts";

/**
 * Uploads the files of a folder's manifest one after the other. Prints the result of each, its duration, and the peak
 * memory of the server with all its child processes.
 *
 * @returns True if every file has the expected result.
 */
export async function evaluateFiles(args: string[]): Promise<boolean> {
  const { positionals, values } = parseArgs({
    ...{ args, allowPositionals: true },
    options: { every: { type: "string", default: "1" } },
  });
  const [folder = process.env.QUARRY_EVAL_FILES ?? "../shared/data/files"] = positionals;
  const every = Number(values.every);
  const entries = (await readManifest(folder)).filter((_, at) => at % every === 0);
  return withUploadTarget("Files", async (target) => {
    const progress = new Progress("files", entries.length);
    const verdicts: Verdict[] = [];
    for (const entry of entries) {
      const outcome = await uploadFile(target, join(folder, entry.file));
      const verdict = judge(entry, outcome);
      verdicts.push(verdict);
      console.log(line(entry, outcome, verdict));
      progress.advance(1);
    }
    progress.end();
    const isHealthy = (await fetch(`${target.server.baseUrl}/health`)).ok;
    const right = verdicts.filter(({ isRight }) => isRight).length;
    console.log(
      `${right} of ${entries.length} as expected; the server is ${isHealthy ? "healthy" : "not healthy"}`,
    );
    return isHealthy && right === entries.length;
  });
}

function line(
  entry: ManifestEntry,
  { seconds, peakBytes }: Outcome,
  { result, isRight, note }: Verdict,
): string {
  const cells = [
    isRight ? "ok " : "NOT",
    result.padEnd(9),
    entry.expect.padEnd(28),
    `${seconds.toFixed(1)} s`.padStart(8),
    `${(peakBytes / 1e6).toFixed(0)} MB`.padStart(8),
    entry.file,
    note,
  ];
  return cells.join("  ").trimEnd();
}
