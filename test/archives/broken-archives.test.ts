import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { FOLDERS } from "../../server/src/modules/archives/archive-format.ts";
import { entryOf, type FolderToWrite, jsonEntry } from "../../server/src/modules/archives/archive-writer.ts";
import { inflate } from "../../server/src/modules/archives/inflate.ts";
import { collectBytes } from "../../server/src/platform/bytes.ts";
import { expectError, expectStatus } from "../contract/expecting.ts";
import { addTenant } from "../server/other-tenant.ts";
import { runSql } from "../server/rows.ts";
import { rejection } from "../support/failure.ts";
import { type InProcessApp, startApp } from "../support/in-process-app.ts";
import { storedFiles } from "../support/stored-files.ts";
import { archiveOf, completedFolder, documentFolder, SPACE, spaceFolder } from "./sample-archives.ts";

// An incomplete or invalid archive is rejected with a reason, and nothing of it is kept.

const MAX_FILE_BYTES = 300_000;
let app: InProcessApp;
let dataDir: string;
let validArchive: Uint8Array<ArrayBuffer>;
let initialState: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "quarry-archives-"));
  app = await startApp({ dataDir, env: { QUARRY_MAX_FILE_BYTES: String(MAX_FILE_BYTES) } });
  const { space } = await app.quarry.spaces.create({ name: "Whole" });
  const put = (filename: string, content: string) =>
    app.quarry.documents.upsert({ spaceId: space.id, filename, content });
  await put("a.md", `# Pelican\n\n${"The pelican is called Vega. ".repeat(100)}`);
  await put("b.txt", "Herons wade in shallow water.");
  const queries = [{ query: "pelican", relevant: [{ filename: "a.md" }] }];
  await app.quarry.evaluations.create({ spaceId: space.id, name: "golden", queries });
  validArchive = await collectBytes(await app.quarry.spaces.export(space.id));
  initialState = await state();
}, 120_000);
afterEach(async () => expect(await state()).toBe(initialState));
afterAll(async () => {
  await app.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Row counts and stored files: all that an import could leave behind. */
async function state(): Promise<string> {
  const tables = ["spaces", "documents", "chunks", "evaluations", "events", "audit_log", "jobs"];
  const counts = tables.map((table) => runSql(app.deps, `select count(*)::int as ${table} from ${table}`));
  return JSON.stringify([await Promise.all(counts), await storedFiles(dataDir)]);
}

const send = (archive: Uint8Array<ArrayBuffer>, key = app.rootKey) =>
  app.call("POST", "/api/spaces/import", { rawBody: archive, key });
const sendFolders = async (folders: readonly FolderToWrite[], key?: string) =>
  send(await archiveOf(folders), key);
/** The error message for an archive with these folders after the space's folder. */
const rejectionOf = async (...folders: FolderToWrite[]) =>
  expectError(await sendFolders([spaceFolder(), ...folders]), 400);

describe("an archive is rejected", () => {
  test("if it is truncated", async () => {
    const ends = fc.integer({ min: 0, max: validArchive.length - 1 });
    await fc.assert(
      fc.asyncProperty(ends, async (end) => {
        expectError(await send(validArchive.slice(0, end)), 400);
      }),
      {
        numRuns: 60,
        examples: [[0], [1], [511], [512], [1024], [validArchive.length - 1], [validArchive.length - 1024]],
      },
    );
  }, 120_000);

  test("if it is compressed and truncated", async () => {
    const compressed = gzipSync(validArchive);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 3, max: compressed.length - 1 }), async (end) => {
        expectError(await send(new Uint8Array(compressed.subarray(0, end))), 400);
      }),
      { numRuns: 25, examples: [[compressed.length - 1]] },
    );
  }, 120_000);

  test("if any bit is flipped", async () => {
    // Readers ignore what ends the checksum in the header of an entry.
    const isTerminator = (at: number) => [154, 155].includes(at % 512);
    const places = fc.tuple(
      fc.integer({ min: 0, max: validArchive.length - 1 }).filter((at) => !isTerminator(at)),
      fc.integer({ min: 0, max: 7 }),
    );
    await fc.assert(
      fc.asyncProperty(places, async ([at, bit]) => {
        const damaged = validArchive.slice();
        damaged[at] = (damaged[at] ?? 0) ^ (1 << bit);
        expectError(await send(damaged), 400);
      }),
      { numRuns: 80 },
    );
  }, 120_000);

  test("with a message that names the damaged entry", async () => {
    const damaged = Buffer.from(validArchive);
    damaged.write("B", damaged.indexOf("# Pelican"));
    const message = expectError(await send(new Uint8Array(damaged)), 400);
    expect(message).toContain("documents/00000001/file is damaged");
    expect(message).toContain("Nothing was imported");
  });

  test("if it has data other than zeros after its end", async () => {
    const withTrailingByte = new Uint8Array([...validArchive, 1]);
    expect(expectError(await send(withTrailingByte), 400)).toContain("data after its end");
    const padded = await send(
      new Uint8Array(validArchive.length + 10_240).fill(0).map((_, at) => validArchive[at] ?? 0),
    );
    expectStatus(padded, 201);
    await purge(padded.json.space);
  });

  test("if it is another kind of file", async () => {
    for (const text of ["", "{}", "x".repeat(5000)])
      expectError(await send(new TextEncoder().encode(text)), 400);
  });

  test("if its version or format differs", async () => {
    const sendRecord = (change: object) => sendFolders([spaceFolder({ ...SPACE, ...change })]);
    expect(expectError(await sendRecord({ version: 2 }), 400)).toContain("version 2");
    expectError(await sendRecord({ format: "tar" }), 400);
    expectError(await sendRecord({ space: { ...SPACE.space, name: "" } }), 400);
    expectError(await sendRecord({ more: 1 }), 400);
  });

  test.each([
    "../../etc/passwd",
    "/etc/passwd",
    "documents/../../file",
    "documents/00000002/document.json",
    "documents/00000001/../document.json",
  ])("if an entry is named %s", async (name) => {
    const entries = [jsonEntry(name, {})];
    // The writer prepends the folder's path. Overwrites the name and the checksum in the tar header.
    const archive = Buffer.from(await archiveOf([spaceFolder(), { kind: "document", path: "X", entries }]));
    const at = archive.indexOf(`X/${name}`);
    const header = archive.subarray(at, at + 512);
    header.write(`${name}\0\0`, 0, "latin1");
    header.fill(0x20, 148, 156);
    header.write(
      `${header
        .reduce((sum, byte) => sum + byte, 0)
        .toString(8)
        .padStart(6, "0")}\0 `,
      148,
    );
    expect(expectError(await send(new Uint8Array(archive)), 400)).toContain(JSON.stringify(name));
  });

  test("if two documents have the same name, in one batch or in different batches", async () => {
    const named = (number: number, filename: string) => documentFolder(number, { filename });
    expect(await rejectionOf(named(1, "b.txt"), named(2, "b.txt"))).toContain('"b.txt"');
    const many = Array.from({ length: 120 }, (_, at) => named(at + 1, `${at % 110}.txt`));
    expect(await rejectionOf(...many)).toContain('"0.txt"');
  });

  test("if a document is inconsistent", async () => {
    expectError(await sendFolders([spaceFolder(), documentFolder(2)]), 400);
    await rejectionOf(documentFolder(1, { status: "COMPLETED" }));
    await rejectionOf(documentFolder(1, { filename: "nul\u0000.txt" }));
    await rejectionOf(documentFolder(1, { createdAt: "yesterday" }));
    await rejectionOf(completedFolder(1, { content: { chunks: 2 } }));
    await rejectionOf(completedFolder(1, { chunk: { vector: 1 } }));
    await rejectionOf(completedFolder(1, { chunk: { metadata: { headings: [1] } } }));
    const rectangles = [{ page: 1, width: 595, height: 842, lines: [[1, 2, 3]] }];
    await rejectionOf(completedFolder(1, { chunk: { metadata: { headings: [], rectangles } } }));
    await rejectionOf(completedFolder(1, { vectors: new Float32Array([1]) }));
    await rejectionOf(completedFolder(1, { vectors: new Float32Array([1, Number.NaN]) }));
    await rejectionOf(completedFolder(1, { text: new Uint8Array([0xff]) }));
    await rejectionOf(completedFolder(1, { text: "a\u0000b" }));
    const outline = [{ title: "T", level: 1, start: 0, end: 1, place: {}, firstChunk: 0, lastChunk: 7 }];
    await rejectionOf(completedFolder(1, { content: { outline } }));
  });

  test("if there are too many evaluations, or one has a duplicate name or no expected result", async () => {
    const golden = (number: number, name: string, grade = 1): FolderToWrite => ({
      ...{ kind: "evaluation", path: FOLDERS.evaluation(number) },
      entries: [
        jsonEntry("evaluation.json", {
          ...{ name, queries: [{ query: "q", relevant: [{ filename: "a", grade }] }] },
        }),
      ],
    });
    await rejectionOf(golden(1, "one"), golden(2, "one"));
    await rejectionOf(golden(1, "one", 0));
    await rejectionOf(...Array.from({ length: 101 }, (_, at) => golden(at + 1, `${at}`)));
  });

  test("if an entry or a file is too large", async () => {
    const large = documentFolder(1, {}, "x".repeat(MAX_FILE_BYTES + 1));
    expectError(await sendFolders([spaceFolder(), large]), 413);
    const entries = [entryOf("space.json", new Uint8Array(1_000_001))];
    const message = expectError(await sendFolders([{ kind: "space", path: "space", entries }]), 400);
    expect(message).toContain("space/space.json has 1000001 bytes");
  });

  test("if its inflation ratio is too high", async () => {
    const archive = gzipSync(await archiveOf([spaceFolder(), documentFolder(1, {}, "0".repeat(250_000))]));
    const inflateAll = async (freeBytes: number) => {
      for await (const _piece of inflate(new Blob([archive]).stream(), freeBytes));
    };
    expect(String(await rejection(inflateAll(100_000)))).toContain("200 times");
    await inflateAll(1_000_000);
  });
});

describe("the limits of a tier", () => {
  test("apply to documents and spaces", async () => {
    const { orgId, key } = await addTenant(app.deps, "Small", "sandbox");
    const folders = (count: number) => [
      spaceFolder(),
      ...Array.from({ length: count }, (_, at) => documentFolder(at + 1, { filename: `${at}.txt` })),
    ];
    expect(expectError(await sendFolders(folders(51), key), 403)).toContain("50 documents");
    const fits = await sendFolders(folders(50), key);
    expectStatus(fits, 201);
    expect(expectError(await sendFolders(folders(0), key), 403)).toContain("1 space");
    await app.quarryWith(key).spaces.purge((fits.json.space as { id: string }).id);
    await runSql(app.deps, `delete from events where org_id = '${orgId}'`);
    await runSql(app.deps, `delete from audit_log where org_id = '${orgId}'`);
  });
});

/** Purges an imported space and deletes its events and audit entries. */
async function purge(space: unknown): Promise<void> {
  const { id } = space as { id: string };
  await app.quarry.spaces.purge(id);
  await runSql(app.deps, `delete from events where space_id = '${id}'`);
  await runSql(app.deps, `delete from audit_log where target_id = '${id}'`);
}
