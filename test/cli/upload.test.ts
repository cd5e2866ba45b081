import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Quarry } from "@quarry/sdk";
import { expectMatch } from "../contract/expecting.ts";
import { type CountingProxy, startCountingProxy } from "../support/counting-proxy.ts";
import { runQuarry, spawnQuarry } from "../support/quarry-command.ts";
import { type RunningServer, startServer } from "../support/running-server.ts";
import { until } from "../support/until.ts";

let server: RunningServer;
let proxy: CountingProxy;
let quarry: Quarry;
let folder: string;
let spaceId: string;
let spaces = 0;

beforeAll(async () => {
  server = await startServer({ env: { QUARRY_MAX_FILE_BYTES: "1000000" } });
  proxy = startCountingProxy(server.baseUrl);
  quarry = new Quarry({ baseUrl: server.baseUrl, apiKey: server.rootKey });
}, 90_000);
afterAll(async () => {
  await proxy.stop();
  await server.stop();
});
beforeEach(async () => {
  if (folder) await rm(folder, { recursive: true, force: true });
  folder = await mkdtemp(join(tmpdir(), "quarry-upload-"));
  spaceId = (await quarry.spaces.create({ name: `Upload ${++spaces}` })).space.id;
  proxy.calls.length = proxy.answered.length = 0;
});

async function write(files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
}

function settings() {
  return {
    cwd: folder,
    env: { QUARRY_URL: proxy.url, QUARRY_API_KEY: server.rootKey, XDG_CONFIG_HOME: join(tmpdir(), "none") },
  };
}

const upload = (...args: string[]) => runQuarry(["upload", ...args, "--space", spaceId], settings());

async function uploadJson(...args: string[]) {
  const { code, stdout, stderr } = await upload(...args, "--json");
  return { code, stderr, outcome: JSON.parse(stdout || "null") };
}

async function held(): Promise<string[]> {
  const found: string[] = [];
  for await (const { filename } of quarry.documents.list({ spaceId, pageSize: 100 })) found.push(filename);
  return found.sort();
}

const sent = () => proxy.calls.flatMap(({ filenames }) => filenames).sort();

test("warnings about documents are printed and part of the JSON, and are no failure", async () => {
  await write({ "a.md": "Otters.", "b.txt": Buffer.from("Gr\u00fc\u00dfe aus K\u00f6ln.", "latin1") });
  const printed = await upload(".");
  expect([printed.code, printed.stdout]).toEqual([0, "2 uploaded, 0 updated, 0 unchanged, 0 failed.\n"]);
  expect(printed.stderr).toContain(
    "b.txt: warning: The file names no encoding; it was read as windows-1252.",
  );
  await write({ "b.txt": Buffer.from("Sch\u00f6ne Gr\u00fc\u00dfe aus K\u00f6ln.", "latin1") });
  const { code, outcome } = await uploadJson(".");
  expect([code, outcome.updated, outcome.failed]).toEqual([0, ["b.txt"], []]);
  expect(outcome.warnings).toEqual([{ filename: "b.txt", message: expect.stringContaining("windows-1252") }]);
});

describe("file selection", () => {
  const FILES = {
    "a.md": "Otters.",
    "b.txt": "Herons.",
    "docs/c.md": "Pelicans.",
    "docs/deep/d.md": "Storks.",
    "docs/.hidden/e.md": "Owls.",
    ".env": "SECRET=1",
    "node_modules/x/f.md": "Gulls.",
  };

  test.each([
    [["."], ["a.md", "b.txt", "docs/c.md", "docs/deep/d.md"]],
    [["docs"], ["c.md", "deep/d.md"]],
    [
      ["docs", "a.md"],
      ["a.md", "docs/c.md", "docs/deep/d.md"],
    ],
    [["**/*.md"], ["a.md", "docs/c.md", "docs/deep/d.md"]],
    [[".env"], [".env"]],
    [
      [".", "--include", "*.md", "--exclude", "deep"],
      ["a.md", "docs/c.md"],
    ],
    [
      [".", "--include", "docs"],
      ["docs/c.md", "docs/deep/d.md"],
    ],
    [
      [".", "--exclude", "docs/deep/*", "--exclude", "*.txt"],
      ["a.md", "docs/c.md"],
    ],
    [[".", "--hidden"], Object.keys(FILES)],
  ])("%j uploads %j", async (args, names) => {
    await write(FILES);
    await symlink(folder, join(folder, "cycle"));
    const { code, outcome } = await uploadJson(...args);
    expect([code, outcome.failed]).toEqual([0, []]);
    expect(await held()).toEqual([...names].sort());
  });

  test.each([
    [["nowhere"], "No such file or folder: nowhere"],
    [["*.pdf"], "No files match *.pdf"],
    [["."], "No files to upload"],
    [[], "Specify a folder, files or a glob"],
    [["a.md", "--prune"], "--prune requires exactly one folder"],
    [["a.md", "--watch"], "--watch requires exactly one folder"],
    [[".", "--watch", "--prune"], "--prune with --watch requires --yes"],
    [["a.md", "--concurrency", "0"], "--concurrency must be an integer from 1 to 32"],
  ])("%j exits with 2 and an error message", async (args, message) => {
    if (args[0] === "a.md") await write({ "a.md": "Otters." });
    const { code, stdout, stderr } = await upload(...args);
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining(message)]);
  });
});

describe("an upload", () => {
  test("sends new and changed files, keeps other metadata, and prints a summary", async () => {
    await write({ "a.md": "Otters.", "b.md": "Herons.", "big.md": "A long line of text.\n".repeat(9000) });
    const first = await upload(".");
    expect([first.code, first.stdout]).toEqual([0, "3 uploaded, 0 updated, 0 unchanged, 0 failed.\n"]);
    expect(first.stderr).toMatch(/^3 of 3 files, 0\.2 MB, in \d+ s \(\d+(\.\d)? files\/s\)$/m);
    const [document] = (await quarry.documents.list({ spaceId })).data.filter(
      (each) => each.filename === "b.md",
    );
    const metadata = { ...document?.metadata, author: "Ada" };
    await quarry.documents.update({ spaceId, id: document?.id ?? "", metadata });
    await write({ "b.md": "Herons wade.", "big.md": "Another long line of text.\n".repeat(9000) });
    proxy.calls.length = 0;
    const second = await upload(".", "--quiet");
    expect([second.stdout, second.stderr]).toEqual(["0 uploaded, 2 updated, 1 unchanged, 0 failed.\n", ""]);
    expect(sent()).toEqual(["b.md", "big.md"]);
    const now = await quarry.documents.getByFilename({ spaceId, filename: "b.md" });
    expect([now.content, now.metadata.author]).toEqual(["Herons wade.", "Ada"]);
    expect((await quarry.documents.getByFilename({ spaceId, filename: "big.md" })).content).toStartWith(
      "Another",
    );
  });

  test("reports files that cannot be documents, continues with the others, and does not process them again", async () => {
    const broken = Buffer.from(`%PDF-1.7\n${"x".repeat(300_000)}`);
    await write({ "a.md": "Otters.", "broken.pdf": broken, "small.pdf": "%PDF-1.7\nno", "empty.md": "" });
    await write({ "huge.txt": "x".repeat(1_000_001), "bytes.bin": Uint8Array.of(0, 1, 2, 3) });
    const { code, outcome } = await uploadJson(".");
    expect([code, outcome.uploaded, outcome.empty]).toEqual([1, ["a.md"], ["empty.md"]]);
    const failures = outcome.failed as { filename: string; message: string }[];
    const byName = new Map(failures.map(({ filename, message }) => [filename, message]));
    expect([...byName.keys()].sort()).toEqual(["broken.pdf", "bytes.bin", "huge.txt", "small.pdf"]);
    expect(byName.get("huge.txt")).toContain("1000000 bytes");
    expect(byName.get("broken.pdf")).toMatch(/PDF/);
    proxy.calls.length = 0;
    const again = await upload(".");
    expect([again.code, again.stdout]).toEqual([
      1,
      "0 uploaded, 0 updated, 1 unchanged, 1 empty (skipped), 4 failed (3 before, not tried again without --retry).\n",
    ]);
    expect(again.stderr).toContain("FAILED huge.txt: ");
    expect(again.stderr).toMatch(/^FAILED BEFORE broken\.pdf: .*PDF/m);
    expect(proxy.calls.filter(({ method }) => method !== "GET")).toEqual([]);

    const retried = await upload(".", "--retry");
    expect([retried.code, retried.stdout]).toEqual([
      1,
      "0 uploaded, 0 updated, 1 unchanged, 1 empty (skipped), 4 failed.\n",
    ]);
    expect(proxy.calls.filter(({ path }) => path.endsWith("/retry"))).toHaveLength(3);
    await write({ "broken.pdf": "Now it is a text." });
    expect((await uploadJson(".")).outcome.updated).toEqual(["broken.pdf"]);
  });

  test("keeps the document of a changed file that cannot be read, and does not try those bytes again", async () => {
    await write({ "a.pdf": "Otters sleep.", "b.md": "Herons." });
    await uploadJson(".");
    await write({ "a.pdf": "%PDF-1.7\nno" });
    const { code, outcome } = await uploadJson(".");
    expect([code, outcome.unchanged, outcome.failed.length]).toEqual([1, 1, 1]);
    expect((await quarry.documents.getByFilename({ spaceId, filename: "a.pdf" })).content).toBe(
      "Otters sleep.",
    );
    proxy.calls.length = 0;
    const again = (await uploadJson(".")).outcome;
    expect(again.failed).toEqual([{ ...outcome.failed[0], earlier: true }]);
    expect(sent()).toEqual([]);
    await uploadJson(".", "--retry");
    expect(sent()).toEqual(["a.pdf"]);
    await write({ "a.pdf": "Otters sleep." });
    expectMatch((await uploadJson(".")).outcome, { unchanged: 2, failed: [] });
  });

  test("with --no-wait does not wait for processing; the next run does", async () => {
    await write({ "a.md": "Otters.", "b.md": "Herons." });
    const first = await uploadJson(".", "--no-wait");
    expect([first.code, first.outcome.uploaded.sort()]).toEqual([0, ["a.md", "b.md"]]);
    const second = await uploadJson(".");
    expectMatch(second.outcome, { uploaded: [], updated: [], unchanged: 2 });
    const { data } = await quarry.documents.list({ spaceId });
    expect(data.map(({ status }) => status)).toEqual(["COMPLETED", "COMPLETED"]);
  });

  test("exits with 2 for an unknown space and an unreachable server", async () => {
    await write({ "a.md": "Otters." });
    const nowhere = await runQuarry(["upload", ".", "--space", "nowhere"], settings());
    expect([nowhere.code, nowhere.stderr]).toEqual([2, expect.stringContaining('no space "nowhere"')]);
    const away = await upload(".", "--url", "http://127.0.0.1:1");
    expect([away.code, away.stderr]).toEqual([
      2,
      expect.stringContaining("Check that the server is running"),
    ]);
  });
});

test("an upload that fails reports its progress and resumes when it is run again", async () => {
  const { key, apiKey } = await quarry.apiKeys.create({ name: "ended", level: "write" });
  const puts = () => ending.calls.filter(({ method }) => method === "PUT").length;
  const ending = startCountingProxy(server.baseUrl, async ({ method }) => {
    if (method === "PUT" && puts() === 2) await quarry.apiKeys.delete({ id: apiKey.id });
  });
  for (let at = 0; at < 60; at++) await write({ [`${at}.md`]: `Otter ${at}.` });
  const args = ["upload", ".", "--space", spaceId, "--concurrency", "1", "--url", ending.url, "--key"];
  const stopped = await runQuarry([...args, key], settings());
  expect([stopped.code, stopped.stdout]).toEqual([2, ""]);
  expect(stopped.stderr).toContain("Stopped: 25 of 60 files are uploaded. Run the command again to resume.");
  expect(stopped.stderr).toContain("Set a valid API key");
  const again = await runQuarry([...args, server.rootKey], settings());
  expect(again.stdout).toBe("35 uploaded, 0 updated, 25 unchanged, 0 failed.\n");
  await ending.stop();
});

test("an upload waits for rate limits as often as needed", async () => {
  const rateLimit = { limit: 4, windowSeconds: 1 };
  const { key } = await quarry.apiKeys.create({ name: "slow", level: "admin", rateLimit });
  for (let at = 0; at < 5; at++) await write({ [`${at}.md`]: `Otter ${at}.\n`.repeat(20_000) });
  const { code, outcome } = await uploadJson(".", "--key", key, "--concurrency", "5");
  expect([code, outcome.uploaded.length]).toEqual([0, 5]);
  for (let at = 1; at < 5; at++) await rm(join(folder, `${at}.md`));
  expect((await uploadJson(".", "--key", key, "--prune", "--yes")).outcome.deleted).toHaveLength(4);
}, 120_000);

describe("--prune", () => {
  test("deletes only documents that were uploaded from the folder and whose files no longer exist", async () => {
    await write({
      "docs/a.md": "Otters.",
      "docs/b.md": "Herons.",
      "docs/c.txt": "Storks.",
      "wiki/a2.md": "Owls.",
    });
    await uploadJson("docs");
    await uploadJson("wiki");
    await quarry.documents.upsert({ spaceId, filename: "by-hand.md", content: "Gulls." });
    await rm(join(folder, "docs/b.md"));

    const unconfirmed = await upload("docs", "--prune");
    expect([unconfirmed.code, unconfirmed.stderr]).toEqual([2, expect.stringContaining("Use --yes")]);
    expect(unconfirmed.stderr).toContain("  b.md");
    expect(await held()).toContain("b.md");

    // c.txt is excluded, but it exists.
    const { outcome } = await uploadJson("docs", "--prune", "--yes", "--exclude", "*.txt");
    expect(outcome.deleted).toEqual(["b.md"]);
    expect(await held()).toEqual(["a.md", "a2.md", "by-hand.md", "c.txt"]);
  });

  test("identifies a folder by its name or by --source", async () => {
    await write({ "one/a.md": "Otters.", "one/b.md": "Herons.", "two/a.md": "Otters." });
    await uploadJson("one");
    expect((await uploadJson("two", "--prune", "--yes")).outcome.deleted).toEqual([]);
    const { outcome } = await uploadJson("two", "--prune", "--yes", "--source", "one");
    expectMatch(outcome, { unchanged: 1, deleted: ["b.md"] });
  });
});

test("--watch uploads changes until it is stopped", async () => {
  await write({ "a.md": "Otters." });
  const args = ["upload", ".", "--space", spaceId, "--watch", "--prune", "--yes", "--json"];
  const child = await spawnQuarry(args, settings());
  let printed = "";
  const reading = (async () => {
    for await (const piece of child.stdout) printed += Buffer.from(piece).toString();
  })();
  /** Waits until these files have been reported. */
  const reports = (kind: string, ...names: string[]) =>
    until(`${kind} ${names}`, () => {
      // The last line may be incomplete.
      const lines = printed.split("\n").slice(0, -1);
      return lines.flatMap((line) => JSON.parse(line)[kind]).join() === names.join() || undefined;
    });
  await reports("uploaded", "a.md");
  await write({ "new/b.md": "Herons." });
  await reports("uploaded", "a.md", "new/b.md");
  await write({ "new/b.md": "Herons wade." });
  await reports("updated", "new/b.md");
  const { content } = await quarry.documents.getByFilename({ spaceId, filename: "new/b.md" });
  expect(content).toBe("Herons wade.");
  await rm(join(folder, "a.md"));
  await reports("deleted", "a.md");
  expect(await held()).toEqual(["new/b.md"]);
  child.kill("SIGINT");
  expect(await child.exited).toBe(0);
  await reading;
});
