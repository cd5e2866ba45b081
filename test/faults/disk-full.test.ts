import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  rmSync,
  statfsSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { expectError, expectStatus } from "../contract/expecting.ts";
import { object, objects, string } from "../contract/reading.ts";
import { createCaller, type RunningServer, startServer } from "../support/running-server.ts";
import { until } from "../support/until.ts";
import { createDiskImages } from "./disk-images.ts";

/** Runs a server on a small disk, fills the disk, and makes room again. Requires root and loop devices. */
const disks = createDiskImages();
if (!disks.isPossible) console.warn("SKIPPED: the test of a full disk requires root and loop devices.");

const UPLOADS = 20;
/** So large that each original file is a file of its own. */
const UPLOAD_BYTES = 100_000;
/** Room for some of the uploads. */
const ROOM_BYTES = 2_000_000;
/** The pauses between the attempts grow. */
const PROCESSED_MS = 120_000;
/** The database needs about a thousand. */
const MAX_FILES = 6000;

let server: RunningServer;
let call: ReturnType<typeof createCaller>;
let spaceId: string;
const filler = () => join(disks.path("small"), "filler");

beforeAll(async () => {
  if (!disks.isPossible) return;
  disks.make(disks.path("small.img"), "400M", MAX_FILES);
  disks.mount(disks.path("small.img"), disks.path("small"));
  mkdirSync(join(disks.path("small"), "data"));
  server = await startServer({ env: { QUARRY_DATA_DIR: join(disks.path("small"), "data") } });
  call = createCaller(server);
  const { json } = await call("POST", "/api/spaces", { body: { name: "Small" } });
  spaceId = string(object(json.space).id);
}, 120_000);

afterEach(() => {
  if (disks.isPossible) rmSync(filler(), { force: true });
});
afterAll(async () => {
  await server?.stop();
  disks.remove();
});

test.skipIf(!disks.isPossible)(
  "a full disk refuses writes with 507, keeps answering, and everything goes on when there is room",
  async () => {
    expectStatus(await put("before.txt", "granite before the disk was full"), 201);
    fillDisk();
    const refused = await until("a refused write", async () => {
      const reply = await put(`full-${Math.random()}.txt`, "basalt ".repeat(20_000));
      return reply.status === 201 ? undefined : reply;
    });
    expectError(refused, 507);
    expect(refused.json.code).toBe("insufficient_storage");
    expectError(await upload("large.txt", "slate ".repeat(200_000)), 507);
    const ready = await call("GET", "/api/ready");
    expectStatus(ready, 200);
    expect(ready.json.status).toBe("degraded");
    expect(String(ready.json.problems)).toContain("full");
    expect(await found("granite")).toContain("before.txt");

    rmSync(filler());
    await until("room", async () => (await call("GET", "/api/ready")).json.status === "ok" || undefined);
    expectStatus(await put("after.txt", "gneiss after there was room"), 201);
    expect(await found("gneiss")).toContain("after.txt");
    expect(await found("granite")).toContain("before.txt");
    const { json } = await call("GET", `/api/documents?spaceId=${spaceId}&pageSize=100`);
    const states = objects(json.data).map((document) => document.status);
    expect(new Set(states)).toEqual(new Set(["COMPLETED"]));
  },
  120_000,
);

test.skipIf(!disks.isPossible)(
  "what was accepted while the disk filled is processed and found when there is room, without a restart",
  async () => {
    fillDisk(ROOM_BYTES);
    const accepted: { id: string; word: string }[] = [];
    for (let at = 0; at < UPLOADS; at += 1) {
      const word = `feldspar${at}`;
      const reply = await upload(`${word}.txt`, `${word} ${randomWords(UPLOAD_BYTES)}`);
      if (reply.status === 201) accepted.push({ id: string(reply.json.id), word });
      // PostgreSQL stops when its log cannot grow, until there is room.
      else expect([507, 503]).toContain(reply.status);
    }
    expect(accepted).not.toBeEmpty();
    expect(JSON.stringify((await call("GET", "/api/ready")).json)).toContain("full");

    rmSync(filler());
    for (const { id, word } of accepted) {
      await until(
        `${word} to be COMPLETED`,
        async () => {
          const status = await statusOf(id);
          expect(status).not.toBe("FAILED");
          return status === "COMPLETED" || undefined;
        },
        PROCESSED_MS,
      );
      expect(await found(word)).toContain(`${word}.txt`);
    }
    await until("room", async () => (await call("GET", "/api/ready")).json.status === "ok" || undefined);
  },
  180_000,
);

test.skipIf(!disks.isPossible)(
  "a disk that can hold no more files does the same",
  async () => {
    const folder = join(disks.path("small"), "many");
    createFiles(folder);
    const refused = await until("a refused write", async () => {
      const reply = await put(`inode-${Math.random()}.txt`, "obsidian");
      return reply.status === 201 ? undefined : reply;
    });
    expectError(refused, 507);
    const ready = await call("GET", "/api/ready");
    expectStatus(ready, 200);
    expect([ready.json.status, String(ready.json.problems)]).toEqual([
      "degraded",
      expect.stringContaining("more files"),
    ]);
    expect(await found("granite")).toContain("before.txt");

    rmSync(folder, { recursive: true });
    await until("room", async () => (await call("GET", "/api/ready")).json.status === "ok" || undefined);
    expectStatus(await put("last.txt", "pumice after files could be made again"), 201);
    expect(await found("pumice")).toContain("last.txt");
  },
  120_000,
);

const put = (filename: string, content: string) =>
  call("PUT", "/api/documents", { body: { spaceId, filename, content } });

function upload(filename: string, content: string) {
  const rawBody = new FormData();
  rawBody.set("spaceId", spaceId);
  rawBody.set("file", new File([content], filename));
  return call("POST", "/api/documents", { rawBody });
}

/** The status of a document; undefined while the database is away. */
async function statusOf(id: string): Promise<string | undefined> {
  const { status, json } = await call("GET", `/api/documents/${id}?spaceId=${spaceId}`);
  return status === 200 ? string(object(json.document).status) : undefined;
}

async function found(query: string): Promise<string[]> {
  const { json } = await call("POST", "/api/query", {
    body: { query, spaceIds: [spaceId], mode: "lexical" },
  });
  return objects(json.results).map((result) => string(object(result.document).filename));
}

const randomWords = (bytes: number) =>
  Array.from({ length: bytes / 37 }, () => crypto.randomUUID()).join(" ");

/**
 * Writes until the disk has no room, as root may: also the part that the file system keeps for root.
 * @param leftBytes Room to leave for others than root, who the database is.
 */
function fillDisk(leftBytes = 0): void {
  const { bfree, bavail, bsize } = statfsSync(disks.path("small"));
  const keptBytes = leftBytes > 0 ? (bfree - bavail) * bsize + leftBytes : 0;
  const file = openSync(filler(), "w");
  const parts = [1 << 20, 1 << 12].map((bytes) => new Uint8Array(bytes));
  for (const part of parts)
    try {
      for (;;) writeSync(file, part);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
    }
  ftruncateSync(file, fstatSync(file).size - keptBytes);
  fsyncSync(file);
  closeSync(file);
}

/** Creates empty files until there can be no more. */
function createFiles(folder: string): void {
  mkdirSync(folder);
  for (let at = 0; ; at += 1)
    try {
      closeSync(openSync(join(folder, String(at)), "w"));
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOSPC") return;
      throw error;
    }
}
