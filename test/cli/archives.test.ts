import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Quarry } from "@quarry/sdk";
import { builtCommand } from "../support/built-command.ts";
import { commandEnvironment, runQuarry } from "../support/quarry-command.ts";
import { type RunningServer, startServer } from "../support/running-server.ts";
import { loseOriginal } from "../support/stored-files.ts";
import { startOnTerminal } from "../support/terminal.ts";

let server: RunningServer;
let quarry: Quarry;
let folder: string;

beforeAll(async () => {
  server = await startServer();
  quarry = new Quarry({ baseUrl: server.baseUrl, apiKey: server.rootKey });
  folder = await mkdtemp(join(tmpdir(), "quarry-cli-"));
  const { space } = await quarry.spaces.create({ name: "Zoo", slug: "zoo" });
  const documents = Array.from({ length: 30 }, (_, at) => ({
    filename: `${at}.md`,
    content: `Otter ${at} holds hands. ${"It sleeps. ".repeat(200)}`,
  }));
  await quarry.documents.upsertBatch({ spaceId: space.id, documents });
}, 90_000);
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const run = (...args: readonly string[]) =>
  runQuarry(args, {
    env: { QUARRY_URL: server.baseUrl, QUARRY_API_KEY: server.rootKey, XDG_CONFIG_HOME: folder },
  });

test.each(["zoo.quarry.tar", "zoo.quarry.tar.gz"])(
  "exports a space to %s and imports it again",
  async (name) => {
    const file = join(folder, name);
    const exported = await run("export", "zoo", "-o", file, "--json");
    expect([exported.stderr, exported.code]).toEqual(["", 0]);
    expect(JSON.parse(exported.stdout)).toEqual({ file, bytes: Bun.file(file).size });

    const imported = await run("import", file, "--name", `Copy of ${name}`, "--json");
    expect([imported.stderr, imported.code]).toEqual(["", 0]);
    const { space, documents } = JSON.parse(imported.stdout);
    expect([space.name, documents]).toEqual([`Copy of ${name}`, 30]);
    const { results } = await quarry.query({ query: "otter 7", spaceIds: space.id });
    expect(results.length).toBeGreaterThan(0);
  },
);

test("on a terminal, export and import show their progress", async () => {
  const file = join(folder, "shown.quarry.tar");
  const access = { QUARRY_URL: server.baseUrl, QUARRY_API_KEY: server.rootKey, XDG_CONFIG_HOME: folder };
  const show = async (...args: readonly string[]) => {
    const command = ["node", await builtCommand(), ...args];
    const terminal = startOnTerminal(command, { cwd: folder, env: commandEnvironment(access) });
    return { code: await terminal.exited, output: terminal.output() };
  };
  const exported = await show("export", "zoo", "-o", file);
  expect(exported.code).toBe(0);
  expect(exported.output).toMatch(/^Exporting zoo: \d+\.\d MB, \d+\.\d MB\/s\r\n/);
  const imported = await show("import", file, "--name", "Shown");
  expect(imported.code).toBe(0);
  expect(imported.output).toMatch(/Importing \S+: \d+\.\d MB of \d+\.\d MB \(\d+ %\)/);
  expect(imported.output).toContain("Imported 30 documents: Shown (");
});

test("a failed export or import leaves no file and reports the reason", async () => {
  const before = await readdir(folder);
  const missing = await run("export", "nowhere", "-o", join(folder, "nowhere.tar"));
  expect([missing.code, missing.stderr.includes("nowhere")]).toEqual([2, true]);
  expect(await readdir(folder)).toEqual(before);
  expect((await run("export", "zoo", "-o", join(folder, "no", "folder.tar"))).stderr).toContain(
    "Cannot write",
  );
  expect((await run("import", join(folder, "none.tar"))).stderr).toContain("Cannot read");
  expect((await run("import", folder)).stderr).toContain("is a folder, not an archive");
  expect((await run("import")).stderr).toContain("Specify one file");
});

test("a large file that is not an archive is rejected with the reason before it is sent completely", async () => {
  const file = join(folder, "noise.bin");
  await writeFile(file, Buffer.alloc(60_000_000, "noise "));
  const { code, stderr } = await run("import", file);
  expect(code).toBe(2);
  expect(stderr).toContain("not a tar archive");
});

test("an incomplete export leaves no file", async () => {
  const { space } = await quarry.spaces.create({ name: "Lost", slug: "lost" });
  const { document } = await quarry.documents.upsert({
    ...{ spaceId: space.id, filename: "a.txt", content: "Its original gets lost." },
  });
  await loseOriginal(server.dataDir, document);
  const before = await readdir(folder);
  for (const name of ["lost.tar", "lost.tar.gz"]) {
    const { code, stderr } = await run("export", "lost", "-o", join(folder, name));
    expect([code, stderr === ""]).toEqual([2, false]);
  }
  expect(await readdir(folder)).toEqual(before);
  expect(server.output()).toContain("an export failed");
});
