import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { appendFile, mkdtemp, readdir, readFile, rename, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Quarry } from "@quarry/sdk";
import { runCommand } from "../../support/command.ts";
import { hasPostgres, startPostgres, type TestPostgres } from "../../support/postgres.ts";
import { type RunningServer, startServer } from "../../support/running-server.ts";
import { startProcess } from "../../support/server-process.ts";
import { loseOriginal } from "../../support/stored-files.ts";
import { sentence } from "../queries/corpus.ts";

const DOCUMENTS = 60;
const NUMBERS = [2, 11, 29, 44];

let postgres: TestPostgres | undefined;
const folders: string[] = [];

beforeAll(async () => {
  postgres = hasPostgres() ? await startPostgres() : undefined;
}, 60_000);
afterAll(async () => {
  await postgres?.stop();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "quarry-backup-"));
  folders.push(folder);
  return folder;
}

const PLACES = [
  { place: "the embedded database", database: async (): Promise<Record<string, string>> => ({}) },
  ...(hasPostgres()
    ? [
        {
          place: "PostgreSQL with pgvector",
          database: async (): Promise<Record<string, string>> => ({
            DATABASE_URL: (await postgres?.createDatabase()) ?? "",
          }),
        },
      ]
    : []),
];

for (const { place, database } of PLACES)
  describe(`backups of ${place}:`, () => {
    let server: RunningServer;
    let quarry: Quarry;
    let backups: string;
    let spaceId: string;
    let env: Record<string, string>;
    /** A key that exists only in the backup. */
    let apiKey: string;
    let expected: (readonly string[])[];
    /** A file of OpenAI's API, which no document has. */
    let fileId: string;

    beforeAll(async () => {
      backups = await newFolder();
      env = await database();
      server = await startServer({ env });
      quarry = new Quarry({ apiKey: server.rootKey, baseUrl: server.baseUrl, maxRetries: 0 });
      spaceId = (await quarry.spaces.create({ name: "Kept" })).space.id;
      for (let at = 0; at < DOCUMENTS; at += 1)
        await quarry.documents.upsert({ spaceId, filename: `f${at}.md`, content: sentence(at) });
      apiKey = (
        await quarry.apiKeys.create({ name: "reader", permissions: ["queries:read", "documents:read"] })
      ).key;
      const form = new FormData();
      form.set("purpose", "assistants");
      form.set("file", new File([sentence(99)], "waiting.md"));
      const uploaded = await fetch(`${server.baseUrl}/openai/v1/files`, {
        ...{ method: "POST", body: form, headers: { authorization: `Bearer ${server.rootKey}` } },
      });
      fileId = String(Object(await uploaded.json()).id);
      expected = await answers(quarry, spaceId);
    }, 120_000);
    afterAll(() => server.stop());

    test("a backup is made while documents are written and deleted, and the next copies only new files", async () => {
      const writing = new AbortController();
      const written = writeUntil(writing.signal, quarry);
      const first = await server.command("backup", backups);
      writing.abort();
      await written;
      expect(first).toMatchObject({
        code: 0,
        output: expect.stringMatching(/^(\.\.\..*\n)*backup .* files \((\d+) new\)/),
      });
      const second = await server.command("backup", backups);
      const [, files, copied] = /(\d+) files \((\d+) new\)/.exec(second.output) ?? [];
      expect(Number(files)).toBeGreaterThanOrEqual(DOCUMENTS);
      expect(Number(copied)).toBeLessThan(DOCUMENTS);
      expect(await names(backups)).toHaveLength(2);
    }, 120_000);

    test("verify restores the backup that was made during the writes, and finds the same passages", async () => {
      const [name = ""] = await names(backups);
      const { code, output } = await server.command("verify", backups, name);
      expect({ code, output }).toMatchObject({
        code: 0,
        output: expect.stringMatching(
          /(\d+) of \1 files are whole, (\d+) of \2 questions find the same passages/,
        ),
      });
      expect(output).not.toContain(" 0 of 0 ");
    }, 120_000);

    test("restored elsewhere, it answers the same, keys work, files are the same, and the doctor finds nothing", async () => {
      const dataDir = await newFolder();
      const elsewhere = { QUARRY_DATA_DIR: dataDir, ...(await database()) };
      const restored = await runCommand(["restore", backups], elsewhere);
      expect(restored).toMatchObject({ code: 0, stderr: "" });
      const started = startProcess(elsewhere);
      try {
        const baseUrl = await started.ready;
        const there = new Quarry({ apiKey, baseUrl, maxRetries: 0 });
        expect(await answers(there, spaceId)).toEqual(expected);
        const { id } = await there.documents.getByFilename({ spaceId, filename: "f7.md" });
        const file = await there.documents.file({ spaceId, id });
        expect(await new Response(file.body).text()).toBe(sentence(7));
        const headers = { authorization: `Bearer ${apiKey}` };
        const waiting = await fetch(`${baseUrl}/openai/v1/files/${fileId}/content`, { headers });
        expect(await waiting.text()).toBe(sentence(99));
        expect((await runCommand(["doctor"], elsewhere)).lines).toEqual(["no problems found"]);
        const again = await runCommand(["restore", backups], elsewhere);
        expect([again.code, again.stderr]).toEqual([
          2,
          expect.stringMatching(/is in use|already holds data/),
        ]);
      } finally {
        started.signal("SIGTERM");
        await started.exited;
      }
    }, 120_000);

    test("a restore into data that exists is refused", async () => {
      const settings = { ...env, QUARRY_DATA_DIR: server.dataDir };
      await server.end();
      const { code, stderr } = await runCommand(["restore", backups], settings);
      expect([code, stderr]).toEqual([
        2,
        expect.stringContaining("The database already holds data. Restore into"),
      ]);
      await server.restart();
    }, 60_000);
  });

describe("a backup that is damaged:", () => {
  let server: RunningServer;
  let backups: string;

  beforeAll(async () => {
    backups = await newFolder();
    server = await startServer();
    const quarry = new Quarry({ apiKey: server.rootKey, baseUrl: server.baseUrl, maxRetries: 0 });
    const { space } = await quarry.spaces.create({ name: "Damaged" });
    for (const at of [1, 2, 3])
      await quarry.documents.upsert({ spaceId: space.id, filename: `${at}.md`, content: sentence(at) });
    expect((await server.command("backup", backups)).code).toBe(0);
  }, 120_000);
  afterAll(() => server.stop());

  const verify = async () => {
    const { code, lines, stderr } = await runCommand(["verify", backups], {});
    return { code, text: [...lines, stderr].join("\n") };
  };

  test("verify names files that have changed or are missing, and the next backup copies them again", async () => {
    const [one = "", other = ""] = await filesIn(join(backups, "files"));
    await appendFile(one, "x");
    await rm(other);
    const { code, text } = await verify();
    expect(code).toBe(1);
    expect(text.match(/found .* file .* is missing or has changed/g)).toHaveLength(2);
    expect(text).toContain("1 of 3 files are whole");
    expect((await server.command("backup", backups)).output).toContain("3 files (2 new)");
    expect((await verify()).text).toContain("3 of 3 files are whole");
  }, 60_000);

  test("restore and verify refuse rows that have changed, before they write anything", async () => {
    const name = (await names(backups)).at(-1) ?? "";
    const rows = join(backups, name, "rows", "documents.gz");
    const whole = await readFile(rows);
    await truncate(rows, whole.byteLength - 3);
    const problem = `${name}/rows/documents.gz has changed`;
    expect(await verify()).toEqual({ code: 2, text: expect.stringContaining(problem) });
    const settings = { QUARRY_DATA_DIR: await newFolder() };
    expect(await runCommand(["restore", backups], settings)).toMatchObject({
      ...{ code: 2, stderr: expect.stringContaining(problem) },
    });
    await rm(rows);
    expect((await verify()).text).toContain(`${name}/rows/documents.gz is missing`);
    await writeFile(rows, whole);
    expect(await runCommand(["restore", backups], settings)).toMatchObject({ code: 0 });
  }, 60_000);

  test("a backup without its manifest, of a later format, or of another program is refused with the reason", async () => {
    for (const earlier of (await names(backups)).slice(0, -1))
      await rm(join(backups, earlier), { recursive: true });
    const [name = ""] = await names(backups);
    const manifest = join(backups, name, "backup.json");
    const text = await readFile(manifest, "utf8");
    const saying = async (changed: string) => {
      await writeFile(manifest, changed);
      return (await verify()).text;
    };
    expect(await saying(text.replace('"format": 1', '"format": 2'))).toContain(
      "A later version of Quarry wrote",
    );
    expect(await saying("{}")).toContain("backup.json cannot be read");
    expect(await saying(text.replace(/"migration": ".*"/, '"migration": "0099_later"'))).toContain(
      "does not know the migration 0099_later",
    );
    await rename(manifest, `${manifest}.away`);
    expect((await verify()).text).toContain("There is no complete backup in");
    await writeFile(manifest, text);
    expect((await runCommand(["verify", backups, "2020-01-01"], {})).stderr).toContain(
      "There is no complete backup 2020-01-01 in",
    );
  }, 60_000);

  test("a folder that cannot be written to is named", async () => {
    const file = join(await newFolder(), "a-file");
    await writeFile(file, "");
    const { code, output } = await server.command("backup", file);
    expect([code, output]).toEqual([
      2,
      expect.stringContaining(`Cannot write to the folder ${file} (ENOTDIR)`),
    ]);
  });

  test("a document whose file is lost is named, and everything else is backed up", async () => {
    const quarry = new Quarry({ apiKey: server.rootKey, baseUrl: server.baseUrl, maxRetries: 0 });
    const { space } = await quarry.spaces.create({ name: "Lost" });
    const lost = await quarry.documents.upsert({ spaceId: space.id, filename: "a.md", content: sentence(9) });
    await loseOriginal(server.dataDir, lost.document);
    const { code, output } = await server.command("backup", await newFolder());
    expect(code).toBe(1);
    expect(output).toContain(`document ${lost.document.id}`);
    expect(output).toContain("has lost its original file");
    expect(output).toMatch(/backup .* 3 files/);
  });
});

/** The ids of the chunks found, in each mode. */
function answers(quarry: Quarry, spaceId: string): Promise<(readonly string[])[]> {
  const asked = NUMBERS.flatMap((number) =>
    (["vector", "lexical", "hybrid"] as const).map(async (mode) => {
      const { results } = await quarry.query({ query: sentence(number), spaceIds: spaceId, mode, topK: 3 });
      return results.map(({ chunk }) => chunk.id);
    }),
  );
  return Promise.all(asked);
}

/** Writes, changes and deletes documents of another space. */
async function writeUntil(signal: AbortSignal, quarry: Quarry): Promise<void> {
  const { space } = await quarry.spaces.create({ name: "Busy" });
  const spaceId = space.id;
  for (let at = 0; !signal.aborted; at += 1) {
    const { document } = await quarry.documents.upsert({
      spaceId,
      filename: `${at % 7}.md`,
      content: `Busy ${at}.`,
    });
    if (at % 3 === 0) await quarry.documents.delete({ spaceId, id: document.id });
  }
}

async function names(backups: string): Promise<string[]> {
  return (await readdir(backups)).filter((name) => name !== "files").sort();
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}
