import { mkdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Recorded } from "../results/result-file.ts";
import { performancePage } from "./page.ts";
import { makePlots } from "./plots.ts";

/** Writes the page, and its plots into a folder of the same name beside it. */
export async function writeReport(
  path: string,
  recorded: Recorded,
  { main }: { main: number },
): Promise<void> {
  const folder = basename(path).replace(/\.md$/, "");
  const plots = makePlots(recorded.results, main);
  await mkdir(join(dirname(path), folder), { recursive: true });
  for (const { file, svg } of plots) await Bun.write(join(dirname(path), folder, file), svg);
  await Bun.write(path, performancePage(recorded, { main, plots, folder }));
}
