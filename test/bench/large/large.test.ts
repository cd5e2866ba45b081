import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RunningServer, startServer } from "../../support/running-server.ts";
import { writeLargeFiles } from "./large-files.ts";
import { LARGE_SETTINGS, readLargeFile } from "./read-large-files.ts";

/** `bun run bench large` has a million cells, 200 MB of text and 2,000 pages. */
const SIZES = { rows: 6000, columns: 10, textBytes: 17_000_000, pages: 60 };

let server: RunningServer;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "quarry-large-"));
  server = await startServer({ env: { ...LARGE_SETTINGS, QUARRY_PARSE_MAX_MEMORY_BYTES: "400000000" } });
}, 90_000);
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

test("large files are read within the memory limit and can be searched", async () => {
  for (const file of await writeLargeFiles(folder, SIZES)) {
    const { filename, status, errorMessage, isFound, chunks } = await readLargeFile(server, file);
    expect({ filename, status, errorMessage, isFound }).toEqual({
      ...{ filename, status: "COMPLETED", errorMessage: null, isFound: true },
    });
    expect(chunks).toBeGreaterThan(50);
  }
}, 170_000);
