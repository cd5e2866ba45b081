import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Document } from "@quarry/schema";
import { gzipSync, strToU8, zipSync } from "fflate";
import { collectBytes } from "../../../server/src/platform/bytes.ts";
import { expectError, expectMatch } from "../../contract/expecting.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { smallWord } from "../../support/small-office.ts";
import { smallPdf } from "../../support/small-pdf.ts";
import { storedFiles } from "../../support/stored-files.ts";
import { until } from "../../support/until.ts";
import { runSql } from "../rows.ts";

let app: InProcessApp;
beforeAll(async () => {
  app = await startApp();
}, 120_000);
afterAll(() => app?.stop());

type Files = Readonly<Record<string, string | Uint8Array>>;
const pack = (files: Files) =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([path, content]) => [
        path,
        typeof content === "string" ? strToU8(content) : content,
      ]),
    ),
    // Otherwise the archive holds the time, and its bytes differ.
    { mtime: new Date("2026-01-01") },
  );
const newSpace = async () => (await app.quarry.spaces.create({ name: "Archive" })).space.id;
const base64 = (bytes: Uint8Array) => ({
  content: Buffer.from(bytes).toString("base64"),
  encoding: "base64" as const,
});

async function put(spaceId: string, files: Files, more: { readonly metadata?: { lang: string } } = {}) {
  return app.quarry.documents.upsert({ spaceId, filename: "sea.zip", ...base64(pack(files)), ...more });
}

/** The archives are small, and in the database; their files are on the disk. */
async function countOriginals(): Promise<number> {
  const small = await runSql(app.deps, "select key from small_files");
  return small.length + (await storedFiles(app.deps.config.dataDir)).length;
}

async function filesOf(spaceId: string, partOf: string): Promise<Map<string, Document>> {
  const { data } = await app.quarry.documents.list({ spaceId, partOf, pageSize: 100 });
  return new Map(data.map((document) => [document.filename, document]));
}

const find = async (spaceId: string, query: string) =>
  (await app.quarry.query({ query, spaceIds: spaceId, mode: "lexical" })).results;

const FILES: Files = {
  "birds/puffin.pdf": smallPdf(["Atlantic puffins nest in burrows.", "Their beaks shine in summer."]),
  "notes/tern.docx": smallWord("Terns", "Arctic terns fly far."),
  "tide.txt": "The moon moves the tides.",
};

test("each file of an archive is a document with its name, pages, rectangles and original file", async () => {
  const spaceId = await newSpace();
  const { document, created } = await put(spaceId, FILES, { metadata: { lang: "en" } });
  expect(created).toBe(true);
  expectMatch(document, { status: "COMPLETED", mimeType: "application/zip", warnings: [], partOf: null });
  const found = await filesOf(spaceId, document.id);
  expect([...found.keys()].sort()).toEqual([
    "sea.zip/birds/puffin.pdf",
    "sea.zip/notes/tern.docx",
    "sea.zip/tide.txt",
  ]);
  for (const file of found.values())
    expectMatch(file, { status: "COMPLETED", partOf: document.id, metadata: { lang: "en" } });

  const [beaks] = await find(spaceId, "beaks in summer");
  expect(beaks?.document.filename).toBe("sea.zip/birds/puffin.pdf");
  expectMatch(beaks?.metadata, { page: 1, rectangles: [{ page: 1, width: 600, height: 800 }, { page: 2 }] });
  expect((await find(spaceId, "arctic terns"))[0]?.document.filename).toBe("sea.zip/notes/tern.docx");
  expect((await find(spaceId, "moon tides"))[0]?.document.filename).toBe("sea.zip/tide.txt");
  // The archive itself is no answer.
  const named = await find(spaceId, "sea.zip puffin.pdf tern.docx tide.txt");
  expect(named.map((result) => result.document.id)).not.toContain(document.id);

  const puffin = found.get("sea.zip/birds/puffin.pdf");
  const { body } = await app.quarry.documents.file({ spaceId, id: puffin?.id ?? "" });
  expect(Buffer.from(await collectBytes(body)).equals(FILES["birds/puffin.pdf"] as Uint8Array)).toBe(true);
  const listed = await app.quarry.documents.getByFilename({ spaceId, filename: "sea.zip" });
  expect(listed.content).toBe("birds/puffin.pdf\n\nnotes/tern.docx\n\ntide.txt");
}, 60_000);

test("another upload keeps unchanged files, reads changed ones again and deletes files that are gone", async () => {
  const spaceId = await newSpace();
  const { document } = await put(spaceId, FILES);
  const before = await filesOf(spaceId, document.id);
  const again = await put(spaceId, FILES);
  expect(again).toMatchObject({ created: false, document: { updatedAt: document.updatedAt } });

  const { "notes/tern.docx": _gone, ...kept } = FILES;
  await put(spaceId, { ...kept, "tide.txt": "The wind moves the waves.", "new.md": "# Gulls\n\nGulls cry." });
  const after = await filesOf(spaceId, document.id);
  expect([...after.keys()].sort()).toEqual([
    "sea.zip/birds/puffin.pdf",
    "sea.zip/new.md",
    "sea.zip/tide.txt",
  ]);
  expect(after.get("sea.zip/birds/puffin.pdf")).toEqual(before.get("sea.zip/birds/puffin.pdf") as Document);
  expect(after.get("sea.zip/tide.txt")?.id).toBe(before.get("sea.zip/tide.txt")?.id);
  expect(await find(spaceId, "terns")).toEqual([]);
  expect(await find(spaceId, "moon")).toEqual([]);
  expect((await find(spaceId, "waves"))[0]?.document.filename).toBe("sea.zip/tide.txt");

  const other = await put(spaceId, kept, { metadata: { lang: "en" } });
  const renewed = await filesOf(spaceId, other.document.id);
  for (const file of renewed.values()) expect(file.metadata).toEqual({ lang: "en" });
  // Its file was not read again.
  const name = "sea.zip/birds/puffin.pdf";
  expect(renewed.get(name)?.storageUrl).toBe(before.get(name)?.storageUrl ?? "");
  const { results } = await app.quarry.query({
    query: "puffins",
    spaceIds: spaceId,
    metadata: { lang: "en" },
  });
  expect(results[0]?.document.filename).toBe(name);
}, 60_000);

test("deleting an archive deletes its files; a text in its place does, too", async () => {
  const spaceId = await newSpace();
  const { document } = await put(spaceId, FILES);
  const before = await countOriginals();
  await app.quarry.documents.delete({ spaceId, id: document.id });
  expect((await app.quarry.documents.list({ spaceId })).data).toEqual([]);
  expect(await find(spaceId, "puffins")).toEqual([]);
  expect(before - (await countOriginals())).toBe(4);

  await put(spaceId, FILES);
  await app.quarry.documents.upsert({ spaceId, filename: "sea.zip", content: "Only words about whales." });
  expect((await app.quarry.documents.list({ spaceId })).data.map(({ filename }) => filename)).toEqual([
    "sea.zip",
  ]);
  expect(await find(spaceId, "puffins")).toEqual([]);
  expect((await find(spaceId, "whales"))[0]?.document.filename).toBe("sea.zip");
}, 60_000);

test("a file that cannot be read is FAILED with its cause; the archive is COMPLETED with a warning", async () => {
  const spaceId = await newSpace();
  const sent = await app.quarry.documents.upload({
    ...{ spaceId, filename: "mixed.zip" },
    ...base64(pack({ "good.txt": "Good words.", "bad.json": "{", "in.zip": pack({ "a.txt": "Hidden." }) })),
  });
  const ready = await sent.waitUntilReady();
  expectMatch(ready, {
    status: "COMPLETED",
    warnings: [
      expect.stringMatching(/^in\.zip was not read: It is an archive/),
      expect.stringMatching(/^mixed\.zip\/bad\.json was not read: The file is not valid JSON/),
    ],
  });
  const files = await filesOf(spaceId, sent.id);
  expectMatch(files.get("mixed.zip/bad.json"), {
    status: "FAILED",
    errorMessage: expect.stringContaining("JSON"),
  });
  expect((await find(spaceId, "good"))[0]?.document.filename).toBe("mixed.zip/good.txt");
}, 60_000);

test("files of an archive that failed are read again when the archive is sent again", async () => {
  const spaceId = await newSpace();
  const { document } = await put(spaceId, { "a.txt": "Alpha.", "b.txt": "Beta." });
  const files = await filesOf(spaceId, document.id);
  const id = files.get("sea.zip/b.txt")?.id ?? "";
  await app.quarry.documents.update({ spaceId, id, status: "FAILED", errorMessage: "Lost." });
  expect((await app.quarry.documents.get({ spaceId, id: document.id })).document.warnings).toEqual([
    "sea.zip/b.txt was not read: Lost.",
  ]);
  const again = await put(spaceId, { "a.txt": "Alpha.", "b.txt": "Beta." });
  expect(again.document).toMatchObject({ id: document.id, warnings: [] });
  expect((await find(spaceId, "beta"))[0]?.document.id).toBe(id);
}, 60_000);

describe("names of files:", () => {
  test("a document of the same name stays, and the archive has a warning", async () => {
    const spaceId = await newSpace();
    const mine = await app.quarry.documents.upsert({
      spaceId,
      filename: "sea.zip/a.txt",
      content: "My own text.",
    });
    const { document } = await put(spaceId, { "a.txt": "Another text.", "b.txt": "Beta." });
    expect(document.warnings).toEqual([
      expect.stringMatching(/^sea\.zip\/a\.txt was not read: the space has another/),
    ]);
    expect([...(await filesOf(spaceId, document.id)).keys()]).toEqual(["sea.zip/b.txt"]);
    expect((await app.quarry.documents.getByFilename({ spaceId, filename: "sea.zip/a.txt" })).content).toBe(
      "My own text.",
    );
    await app.quarry.documents.delete({ spaceId, id: document.id });
    expect((await app.quarry.documents.list({ spaceId })).data.map(({ id }) => id)).toEqual([
      mine.document.id,
    ]);
  }, 60_000);

  test("a file that a caller replaces by hand is no longer part of the archive", async () => {
    const spaceId = await newSpace();
    const { document } = await put(spaceId, { "a.txt": "Alpha.", "b.txt": "Beta." });
    const own = await app.quarry.documents.upsert({ spaceId, filename: "sea.zip/a.txt", content: "Mine." });
    expect(own).toMatchObject({ created: false, document: { partOf: null } });
    await app.quarry.documents.delete({ spaceId, id: document.id });
    expect((await app.quarry.documents.list({ spaceId })).data.map(({ id }) => id)).toEqual([
      own.document.id,
    ]);
  }, 60_000);

  test("paths that are too long or unsafe are refused or cleaned", async () => {
    const spaceId = await newSpace();
    const long = `${"folder/".repeat(40)}a.txt`;
    const { document } = await put(spaceId, { [long]: "Alpha.", "./b\u0000\n.txt": "Beta." });
    expect(document.warnings).toEqual([expect.stringContaining("longer than 255 characters")]);
    expect([...(await filesOf(spaceId, document.id)).keys()].join("|")).toMatch(/^sea\.zip\/b[^\0\n]*\.txt$/);
  }, 60_000);

  test("files of another space or organization are never listed", async () => {
    const { document } = await put(await newSpace(), { "a.txt": "Alpha." });
    expect((await filesOf(await newSpace(), document.id)).size).toBe(0);
  }, 60_000);
});

test("a gzip file of one text stays one document; its text is found", async () => {
  const spaceId = await newSpace();
  const { document } = await app.quarry.documents.upsert({
    ...{ spaceId, filename: "notes.txt.gz", ...base64(gzipSync(strToU8("Plankton drifts."))) },
  });
  expect((await find(spaceId, "plankton"))[0]?.document.id).toBe(document.id);
  expect((await filesOf(spaceId, document.id)).size).toBe(0);
}, 60_000);

test("an archive that cannot be read changes nothing", async () => {
  const spaceId = await newSpace();
  const { document } = await put(spaceId, { "a.txt": "Alpha." });
  const torn = pack({ "a.txt": "Beta.".repeat(1000) }).slice(0, 60);
  const reply = await app.call("PUT", "/api/documents", {
    body: { spaceId, filename: "sea.zip", ...base64(torn) },
  });
  expect(expectError(reply, 400)).toContain("damaged");
  expect((await app.quarry.documents.get({ spaceId, id: document.id })).document).toEqual(document);
  expect((await find(spaceId, "alpha"))[0]?.document.filename).toBe("sea.zip/a.txt");
}, 60_000);

test("an export keeps which documents are files of an archive", async () => {
  const spaceId = await newSpace();
  await put(spaceId, FILES);
  const archive = await collectBytes(await app.quarry.spaces.export(spaceId));
  const { space } = await app.quarry.spaces.import(archive, { slug: `again-${Date.now()}` });
  const { document } = {
    document: await until("the archive", async () => {
      const { data } = await app.quarry.documents.list({ spaceId: space.id, pageSize: 100 });
      return data.find(({ filename }) => filename === "sea.zip");
    }),
  };
  expect((await filesOf(space.id, document.id)).size).toBe(3);
  const again = await app.quarry.documents.upsert({
    spaceId: space.id,
    filename: "sea.zip",
    ...base64(pack(FILES)),
  });
  expect(again.document.updatedAt).toBe(document.updatedAt);
  await app.quarry.documents.delete({ spaceId: space.id, id: document.id });
  expect((await app.quarry.documents.list({ spaceId: space.id })).data).toEqual([]);
}, 60_000);
