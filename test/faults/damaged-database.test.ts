import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { open, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fillSpaces, prepareService, type SnapshotService } from "../server/indexes/snapshot-service.ts";
import { sentence } from "../server/queries/corpus.ts";
import { REPEATS } from "../support/rounds.ts";
import { until } from "../support/until.ts";

// Files of the embedded database that were cut off or overwritten while it was stopped.

const FILES = 100;
const ROUNDS = { timeout: 60_000, repeats: REPEATS };

let original: SnapshotService;
let service: SnapshotService;
let spaceId: string;

beforeAll(async () => {
  original = await prepareService();
  await original.start();
  [spaceId] = await fillSpaces(original.quarry(), FILES);
  await original.stop();
}, 60_000);
beforeEach(async () => {
  service = await original.copy();
});
afterEach(() => service.end());
afterAll(() => original?.end());

const dataOf = () => join(service.dataDir, "postgres", "data");

/** The file of a table or an index. */
async function fileOf(relation: string): Promise<string> {
  const { names } = JSON.parse(await readFile(join(service.dataDir, "postgres", "file-sizes.json"), "utf8"));
  const [file = ""] = Object.entries(names).find(([, name]) => name === relation) ?? [];
  return join(dataOf(), "base", "5", file);
}

/** Overwrites a part of the first page. */
async function overwrite(path: string): Promise<void> {
  const file = await open(path, "r+");
  await file.write(new Uint8Array(3000).fill(7), 0, 3000, 100);
  await file.close();
}

const readiness = async (): Promise<string> => {
  const reply = await fetch(`${service.baseUrl()}/ready`);
  return `${reply.status} ${await reply.text()}`;
};

test.each([
  ["documents", 0.5],
  ["chunks", 0],
  ["documents_pkey", 0.5],
])(
  "with %s cut off, the server refuses to start, names the file and changes nothing",
  async (relation, share) => {
    const path = await fileOf(relation);
    const { size } = await stat(path);
    await truncate(path, Math.floor(size * share));
    await expect(service.start()).rejects.toThrow(
      new RegExp(
        `is damaged: base/5/\\d+ \\(${relation}\\) has ${Math.floor(size * share)} bytes instead of ${size}\\.`,
      ),
    );
  },
  ROUNDS,
);

test(
  "with a file missing, the server refuses to start and names it",
  async () => {
    await rm(await fileOf("spaces"));
    await expect(service.start()).rejects.toThrow(/is damaged: base\/5\/\d+ \(spaces\) is missing\./);
  },
  ROUNDS,
);

test(
  "without PostgreSQL's control file, the server refuses to start and says what to do",
  async () => {
    await truncate(join(dataOf(), "global", "pg_control"), 100);
    await expect(service.start()).rejects.toThrow(/restore the last backup.*pg_control/s);
  },
  ROUNDS,
);

test(
  "with a table overwritten that questions need, the server names it when it does not start",
  async () => {
    await overwrite(await fileOf("documents"));
    await expect(service.start()).rejects.toThrow(/The database is damaged: .*base\/5\/\d+.*\(documents\)/s);
  },
  ROUNDS,
);

test(
  "with other tables and indexes overwritten, the log and /ready name them once they are read",
  async () => {
    await overwrite(await fileOf("document_texts"));
    await service.start();
    const { documents } = service.quarry();
    await expect(documents.getByFilename({ spaceId, filename: "f3.md" })).rejects.toThrow(
      /its database is damaged.*\/ready/,
    );
    await until("the damage to be named", async () => service.warnings().length > 0 || undefined);
    expect(service.warnings().join()).toMatch(/base\/5\/\d+.*\(document_texts\)\. Stop Quarry and restore/);
    expect(await readiness()).toMatch(/^200 .*degraded.*\(document_texts\)\. Stop Quarry and restore/);
    const { results } = await service.quarry().query({ query: sentence(3), spaceIds: spaceId });
    expect(results.length).toBeGreaterThan(0);
  },
  ROUNDS,
);

test(
  "after a crash the sizes of the last stop do not count, because PostgreSQL repairs its files",
  async () => {
    await service.start();
    await service.kill();
    const path = join(service.dataDir, "postgres", "file-sizes.json");
    const noted = JSON.parse(await readFile(path, "utf8"));
    for (const file of Object.keys(noted.sizes)) noted.sizes[file] += 8192;
    await writeFile(path, JSON.stringify(noted));
    await service.start();
    // After a crash, the indexes are filled once the server has started.
    await until("the service to be ready", async () => (await readiness()).includes('"ok"') || undefined);
  },
  ROUNDS,
);
