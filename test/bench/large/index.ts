import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startServer } from "../../support/running-server.ts";
import { writeLargeFiles } from "./large-files.ts";
import { LARGE_SETTINGS, type LargeResult, readLargeFile } from "./read-large-files.ts";

const COLUMNS = 10;

/** Makes large files, lets a server read them one after the other, and prints the figures. */
export async function benchLarge(): Promise<void> {
  const { values } = parseArgs({
    allowPositionals: true,
    options: {
      cells: { type: "string", default: "1000000" },
      "text-mb": { type: "string", default: "200" },
      pages: { type: "string", default: "2000" },
    },
  });
  const folder = await mkdtemp(join(tmpdir(), "quarry-large-"));
  try {
    const files = await writeLargeFiles(folder, {
      ...{ rows: Number(values.cells) / COLUMNS, columns: COLUMNS },
      ...{ textBytes: Number(values["text-mb"]) * 1_000_000, pages: Number(values.pages) },
    });
    console.log("| file | MB | status | s | chunks | reader MB | server MB | progress reports | found |");
    console.log(`|---|---:|---|${"---:|".repeat(5)}---|`);
    for (const file of files) {
      // Each one on a server of its own, whose memory holds nothing else.
      const server = await startServer({ env: { ...LARGE_SETTINGS } });
      try {
        console.log(row(await readLargeFile(server, file)));
      } finally {
        await server.stop();
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function row(result: LargeResult): string {
  const mb = (bytes: number) => (bytes / 1e6).toFixed(0);
  const { filename, fileBytes, status, errorMessage, seconds, chunks, reports, isFound } = result;
  const cells = [
    ...[filename, (fileBytes / 1e6).toFixed(1), errorMessage ?? status, seconds.toFixed(1), chunks],
    ...[mb(result.readerBytes), mb(result.serverBytes), reports, isFound ? "yes" : "no"],
  ];
  return `| ${cells.join(" | ")} |`;
}
