import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { once } from "node:events";
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import { Quarry, UnavailableError } from "@quarry/sdk";
import { expectError, expectStatus } from "../contract/expecting.ts";
import { addTenant } from "../server/other-tenant.ts";
import { rejection } from "../support/failure.ts";
import { type InProcessApp, startApp } from "../support/in-process-app.ts";
import { type RunningServer, startServer } from "../support/running-server.ts";
import { until } from "../support/until.ts";
import { archiveOf, documentFolder, emptyArchive, spaceFolder } from "./sample-archives.ts";

// A server limits the number of concurrent imports and exports, and the size of archives.

const MAX_ARCHIVE_BYTES = 200_000;
const PER_ORGANIZATION = { imports: 2, exports: 4 };
const PER_PROCESS = { imports: 4, exports: 8 };

let app: InProcessApp;
let archive: Uint8Array<ArrayBuffer>;
const release: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  app = await startApp({ env: { QUARRY_MAX_ARCHIVE_BYTES: String(MAX_ARCHIVE_BYTES) } });
  archive = await emptyArchive();
}, 60_000);
afterEach(async () => {
  await Promise.all(release.splice(0).map((end) => end()));
});
afterAll(() => app.stop());

const send = (bytes: Uint8Array<ArrayBuffer>, key = app.rootKey) =>
  app.call("POST", "/api/spaces/import", { rawBody: bytes, key });

/** Starts an import that runs until `release`: it sends the end of the archive only then. Starts again if it finds no slot. */
async function holdImport(quarry: Quarry): Promise<void> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  let isHeld = true;
  const imported = quarry.spaces.import(readable).catch((error: unknown) => {
    isHeld = false;
    if (!UnavailableError.isInstance(error)) throw error;
    return holdImport(quarry);
  });
  imported.catch(() => undefined);
  await writer.write(archive.slice(0, -512));
  release.push(async () => {
    if (!isHeld) return;
    await writer.write(archive.slice(-512));
    await writer.close();
    await imported;
  });
}

/** Starts an export and reads only its first chunk, so that it runs until `release`. */
async function holdExport(key: string, spaceId: string): Promise<void> {
  const stream = await app.quarryWith(key).spaces.export(spaceId);
  const reader = stream.getReader();
  await reader.read();
  release.push(() => reader.cancel());
}

async function repeatAsync(count: number, run: () => Promise<void>): Promise<void> {
  for (let done = 0; done < count; done += 1) await run();
}

async function newTenant(name: string): Promise<string> {
  return (await addTenant(app.deps, name, "pro")).key;
}

function expectNoFreeSlot(reply: Parameters<typeof expectError>[0], message: string): void {
  expect(expectError(reply, 503)).toContain(message);
  expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
}

describe("concurrency limits", () => {
  test("apply to imports, per organization and per process", async () => {
    const [first, second, third] = [await newTenant("A"), await newTenant("B"), await newTenant("C")];
    await repeatAsync(PER_ORGANIZATION.imports, () => holdImport(app.quarryWith(first)));
    expectNoFreeSlot(await send(archive, first), "Your organization already has 2 imports");
    expectStatus(await send(archive, second), 201);
    await repeatAsync(PER_PROCESS.imports - PER_ORGANIZATION.imports, () =>
      holdImport(app.quarryWith(second)),
    );
    expectNoFreeSlot(await send(archive, third), "Too many imports");

    await Promise.all(release.splice(0).map((end) => end()));
    expectStatus(await send(archive, third), 201);
  });

  test("do not count imports of rejected archives", async () => {
    for (let done = 0; done <= PER_PROCESS.imports; done += 1)
      expectError(await send(archive.slice(0, 100)), 400);
    expectStatus(await send(archive), 201);
  });

  test("apply to exports, per organization and per process", async () => {
    const tenants = [];
    for (const name of ["D", "E", "F"]) {
      const key = await newTenant(name);
      const quarry = app.quarryWith(key);
      const { space } = await quarry.spaces.create({ name });
      await quarry.documents.upsert({
        spaceId: space.id,
        filename: "a.txt",
        content: "bird ".repeat(100_000),
      });
      tenants.push({
        key,
        spaceId: space.id,
        requestExport: () => app.call("GET", `/api/spaces/${space.id}/export`, { key }),
      });
    }
    const [first, second, third] = tenants;
    if (!first || !second || !third) throw new Error("expected three tenants");
    await repeatAsync(PER_ORGANIZATION.exports, () => holdExport(first.key, first.spaceId));
    expectNoFreeSlot(await first.requestExport(), "Your organization already has 4 exports");
    expectStatus(await second.requestExport(), 200);
    await repeatAsync(PER_PROCESS.exports - PER_ORGANIZATION.exports, () =>
      holdExport(second.key, second.spaceId),
    );
    expectNoFreeSlot(await third.requestExport(), "Too many exports");

    await Promise.all(release.splice(0).map((end) => end()));
    expectStatus(await third.requestExport(), 200);
  }, 60_000);
});

describe("an archive over the size limit", () => {
  const archiveOfSize = (bytes: number) =>
    archiveOf([spaceFolder(), documentFolder(1, {}, "0".repeat(bytes))]);

  test("is rejected, compressed or not, and leaves nothing behind", async () => {
    const spaces = await app.call("GET", "/api/spaces?status=all");
    const large = await archiveOfSize(MAX_ARCHIVE_BYTES);
    for (const bytes of [large, new Uint8Array(gzipSync(large))]) {
      const message = expectError(await send(bytes), 413);
      expect(message).toContain(`${MAX_ARCHIVE_BYTES} bytes`);
      expect(message).toContain("QUARRY_MAX_ARCHIVE_BYTES");
    }
    expect((await app.call("GET", "/api/spaces?status=all")).json).toEqual(spaces.json);
  });

  test("is rejected from one byte above the limit", async () => {
    // An archive may end with up to 64 KB of zeros, so zeros pad it to the exact size.
    const fitting = await archiveOfSize(MAX_ARCHIVE_BYTES - 20_000);
    const padded = new Uint8Array(MAX_ARCHIVE_BYTES);
    padded.set(fitting);
    expectStatus(await send(padded), 201);
    const over = new Uint8Array(MAX_ARCHIVE_BYTES + 1);
    over.set(fitting);
    expectError(await send(over), 413);
  });
});

describe("over the network", () => {
  let server: RunningServer;
  let quarry: Quarry;
  let large: Uint8Array<ArrayBuffer>;
  beforeAll(async () => {
    server = await startServer({ env: { QUARRY_MAX_ARCHIVE_BYTES: "1000000" } });
    quarry = new Quarry({ baseUrl: server.baseUrl, apiKey: server.rootKey, maxRetries: 0 });
    large = await archiveOf([spaceFolder(), documentFolder(1, {}, "0".repeat(60_000_000))]);
  }, 60_000);
  afterAll(() => server.stop());

  test("a client that is still sending gets 413 at the size limit", async () => {
    expect(await rejection(quarry.spaces.import(new Blob([large]).stream()))).toMatchObject({ status: 413 });
  }, 60_000);

  test("callers who hang up before the answer hold no slot", async () => {
    const { space } = await quarry.spaces.create({ name: "Left" });
    // Too long for the buffers of the compression.
    const content = Array.from({ length: 12_000 }, () => crypto.randomUUID()).join(" ");
    await quarry.documents.upsert({ spaceId: space.id, filename: "long.txt", content });
    const { hostname, port } = new URL(server.baseUrl);
    for (let call = 0; call <= PER_ORGANIZATION.exports; call += 1) {
      const socket = connect(Number(port), hostname);
      await once(socket, "connect");
      const head = `GET /api/spaces/${space.id}/export?gzip=true HTTP/1.1\r\nhost: quarry\r\nauthorization: Bearer ${server.rootKey}\r\n\r\n`;
      await new Promise((sent) => socket.write(head, sent));
      socket.destroy();
    }
    await Bun.sleep(1000);
    const exported = await quarry.spaces.export(space.id, { gzip: true });
    expect((await new Response(exported).bytes()).length).toBeGreaterThan(content.length / 3);
  }, 60_000);

  test("a client that is still sending gets 503 when all slots are in use", async () => {
    await repeatAsync(PER_ORGANIZATION.imports, () => holdImport(quarry));
    // An import uses a slot only once the server has received its first bytes.
    await until("all import slots to be in use", () =>
      quarry.spaces.import(archive).then(
        () => undefined,
        (error: unknown) => UnavailableError.isInstance(error) || undefined,
      ),
    );
    const unavailable = { status: 503, code: "unavailable", retryAfterMs: expect.any(Number) };
    // A body that announces its size is refused for it, before slots are looked at.
    const unannounced = new Blob([large]).stream().pipeThrough(new TransformStream());
    expect(await rejection(quarry.spaces.import(unannounced))).toMatchObject(unavailable);
  }, 60_000);
});
