import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expectError, expectStatus } from "../contract/expecting.ts";
import { object, objects, string } from "../contract/reading.ts";
import { killPostgres } from "../support/postgres-processes.ts";
import { REPEATS } from "../support/rounds.ts";
import { createCaller, type RunningServer, startServer } from "../support/running-server.ts";
import { until } from "../support/until.ts";
import { canFreeze } from "./disk-abilities.ts";
import { createDiskImages } from "./disk-images.ts";

/** A server on a disk that becomes read-only, and on one that does not finish its writes. Requires root and loop devices. */
const disks = createDiskImages();
const isPossible = canFreeze();
if (!isPossible)
  console.warn("SKIPPED: the tests of a read-only disk require root, loop devices and fsfreeze.");

/** Longer than a part may be silent, until `/ready` says so. */
const FROZEN_MS = 5000;
/** `/health` and `/ready` take less than 100 ms; others may wait for a busy machine. */
const SOON_MS = 2000;
/** Larger than what the database keeps, so that its file goes to the disk. */
const large = (word: string) => `${word} `.repeat(20_000);

let server: RunningServer;
let call: ReturnType<typeof createCaller>;
let spaceId: string;
const disk = disks.path("disk");
const dataDir = join(disk, "data");
let round = 0;
beforeEach(() => (round += 1));
/** A word that no other round has written. */
const unique = (word: string) => `${word}${round}`;

beforeAll(async () => {
  if (!isPossible) return;
  disks.make(disks.path("disk.img"), "400M");
  disks.mount(disks.path("disk.img"), disk);
  mkdirSync(dataDir);
  server = await startServer({ env: { QUARRY_DATA_DIR: dataDir }, isSynced: true });
  call = createCaller(server);
  const { json } = await call("POST", "/api/spaces", { body: { name: "Disk" } });
  spaceId = string(object(json.space).id);
  expectStatus(await put("before.txt", "granite before"), 201);
}, 120_000);

afterAll(async () => {
  if (isPossible) {
    Bun.spawnSync(["fsfreeze", "--unfreeze", disk]);
    Bun.spawnSync(["umount", "-l", dataDir]);
  }
  await server?.stop();
  disks.remove();
});

test.skipIf(!isPossible)(
  "on a read-only disk, writes are refused with 507 or 503, /ready says so, and everything goes on by itself",
  async () => {
    run("mount", "--bind", dataDir, dataDir);
    run("mount", "-o", "remount,bind,ro", dataDir);
    const [filename, content] = [`${unique("large")}.txt`, large(unique("slate"))];
    const refused = await put(filename, content);
    expect(expectError(refused, 507)).toContain("read-only");
    const ready = await call("GET", "/api/ready");
    expect([ready.status, ready.json.status]).toEqual([200, "degraded"]);
    expect(String(ready.json.problems)).toContain("is read-only: nothing can be stored");
    expect(await found("granite")).toContain("before.txt");

    // PostgreSQL ends when it cannot write its log, and cannot start again.
    killPostgres(join(dataDir, "postgres", "data"));
    await until("the database to be away", async () => {
      const reply = await put(`${unique("small")}.txt`, unique("basalt"));
      return reply.status === 503 || undefined;
    });
    const away = await until("/ready to say it", async () => {
      const reply = await call("GET", "/api/ready");
      return reply.status === 503 ? reply : undefined;
    });
    expect(string(away.json.message)).toMatch(/database.*is read-only/);

    run("umount", dataDir);
    await until(
      "the disk",
      async () => (await call("GET", "/api/ready")).json.status === "ok" || undefined,
      30_000,
    );
    await expectAllStored(filename, content);
    expect(server.output()).toContain("Restarted the embedded PostgreSQL.");
  },
  { timeout: 120_000, repeats: REPEATS },
);

test.skipIf(!isPossible)(
  "while a disk does not finish its writes, questions are answered, /ready says so, and the writes end afterwards",
  async () => {
    run("fsfreeze", "--freeze", disk);
    const written = [put(`${unique("slow")}.txt`, `gneiss and ${unique("mica")}`)];
    await until("/ready to name the disk", async () => {
      const { json } = await call("GET", "/api/ready");
      return /disk of the data folder has not /.test(String(json.problems)) || undefined;
    });
    // Its file blocks the threads that read and write files.
    written.push(put(`${unique("slow-large")}.txt`, large(unique("shale"))));
    const begin = performance.now();
    let last = await call("GET", "/api/ready");
    while (performance.now() - begin < FROZEN_MS) {
      expect(await timed(() => call("GET", "/api/health"))).toBeLessThan(SOON_MS);
      expect(await timed(() => found("granite"))).toBeLessThan(SOON_MS);
      expect(await timed(async () => (last = await call("GET", "/api/ready")))).toBeLessThan(SOON_MS);
      await Bun.sleep(200);
    }
    expect([last.status, last.json.status]).toEqual([200, "degraded"]);
    expect(String(last.json.problems)).toMatch(/disk of the data folder has not /);

    run("fsfreeze", "--unfreeze", disk);
    for (const reply of await Promise.all(written)) expectStatus(reply, 201);
    await until("the disk", async () => (await call("GET", "/api/ready")).json.status === "ok" || undefined);
    await expectAllStored(`${unique("after")}.txt`, unique("gabbro"));
    expect(await found(unique("mica"))).toContain(`${unique("slow")}.txt`);
  },
  { timeout: 120_000, repeats: REPEATS },
);

/** Everything that was acknowledged is found, and writes work. */
async function expectAllStored(filename: string, content: string): Promise<void> {
  expectStatus(await put(filename, content), 201);
  expect(await found("granite")).toContain("before.txt");
  expect(await found(content.split(" ")[0] ?? "")).toContain(filename);
  const { json } = await call("GET", `/api/documents?spaceId=${spaceId}&pageSize=100`);
  expect(new Set(objects(json.data).map(({ status }) => status))).toEqual(new Set(["COMPLETED"]));
}

const put = (filename: string, content: string) =>
  call("PUT", "/api/documents", { body: { spaceId, filename, content } });

async function found(query: string): Promise<string[]> {
  const { json } = await call("POST", "/api/query", {
    body: { query, spaceIds: [spaceId], mode: "lexical" },
  });
  return objects(json.results).map((result) => string(object(result.document).filename));
}

async function timed(task: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await task();
  return performance.now() - begin;
}

function run(...command: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(command);
  if (exitCode !== 0) throw new Error(`${command.join(" ")}: ${stderr}`);
}
