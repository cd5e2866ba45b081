import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Quarry } from "@quarry/sdk";
import { expectMatch } from "../contract/expecting.ts";
import { type QuarryCommandResult, runQuarry, spawnQuarry } from "../support/quarry-command.ts";
import { type RunningServer, startServer } from "../support/running-server.ts";
import { until } from "../support/until.ts";

let server: RunningServer;
let quarry: Quarry;
let folder: string;
/** The answer of a server without spaces. */
let beforeSpaces: QuarryCommandResult;

beforeAll(async () => {
  server = await startServer();
  quarry = new Quarry({ baseUrl: server.baseUrl, apiKey: server.rootKey });
  folder = await mkdtemp(join(tmpdir(), "quarry-documents-"));
  beforeSpaces = await runQuarry(["ask", "Who sleeps?"], settings());
  await quarry.spaces.create({ name: "Zoo", slug: "zoo" });
  for (const name of ["otter", "heron", "stork"])
    await quarry.documents.upsert({ spaceId: "zoo", filename: `${name}.md`, content: `A ${name} sleeps.` });
  const broken = await quarry.documents.upload({
    ...{ spaceId: "zoo", filename: "broken.pdf", content: "%PDF-1.7\nno" },
  });
  await broken.waitUntilReady().catch(() => undefined);
}, 90_000);
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const settings = () => ({
  cwd: folder,
  env: { QUARRY_URL: server.baseUrl, QUARRY_API_KEY: server.rootKey, XDG_CONFIG_HOME: folder },
});
const run = (...args: string[]) => runQuarry(args, settings());
const documents = (...args: string[]) => run("documents", ...args, "--space", "zoo");

test("ask says that there are no spaces yet", () => {
  expect([beforeSpaces.code, beforeSpaces.stdout]).toEqual([
    0,
    "Nothing here answers that well. There are no spaces yet: quarry spaces create NAME, then quarry upload.\n",
  ]);
});

describe("documents", () => {
  test("are listed, with the reason of failed ones", async () => {
    const all = await documents("list");
    expect([all.code, all.stderr]).toEqual([0, ""]);
    expect(all.stdout).toMatch(/^FILENAME +STATUS +SIZE +CHUNKS +ID +REASON$/m);
    expect(all.stdout).toMatch(/^otter\.md +completed +0\.0 kB +1 +doc_\w+$/m);
    const failed = await documents("--status", "failed");
    expect(failed.stdout.trim().split("\n")).toHaveLength(2);
    expect(failed.stdout).toMatch(/^broken\.pdf +failed .*The PDF is damaged/m);
    const { documents: listed } = JSON.parse(
      (await documents("list", "--status", "completed", "--json")).stdout,
    );
    expect(listed.map(({ filename }: { filename: string }) => filename).sort()).toEqual([
      ...["heron.md", "otter.md", "stork.md"],
    ]);
  });

  test("are shown by id and by filename, and their text printed alone", async () => {
    const { document } = JSON.parse((await documents("get", "otter.md", "--json")).stdout);
    expectMatch(document, { filename: "otter.md", status: "COMPLETED" });
    expect((await documents("get", document.id)).stdout).toMatch(/^type +text\/markdown, read as text$/m);
    for (const name of ["otter.md", document.id])
      expect((await documents("text", name)).stdout).toBe("A otter sleeps.\n");
  });

  test("that failed are processed again, and may fail again", async () => {
    const retried = await documents("retry", "--all");
    expect([retried.code, retried.stdout]).toEqual([1, ""]);
    expect(retried.stderr).toMatch(/^FAILED broken\.pdf: The PDF is damaged/);
    const one = await documents("retry", "broken.pdf", "--no-wait", "--json");
    expect([one.code, JSON.parse(one.stdout).documents.length]).toEqual([0, 1]);
  });

  test("are deleted after confirmation, and none if one of the names is wrong", async () => {
    const unconfirmed = await documents("delete", "heron.md");
    expect([unconfirmed.code, unconfirmed.stderr]).toEqual([2, expect.stringContaining("Use --yes")]);
    const mistyped = await documents("delete", "heron.md", "storc.md", "--yes");
    expect([mistyped.code, mistyped.stdout]).toEqual([2, ""]);
    expect(mistyped.stderr).toContain('no document "storc.md". Did you mean stork.md?');
    const deleted = await documents("delete", "heron.md", "stork.md", "--yes");
    expect(deleted.stdout).toMatch(/^Deleted: heron\.md \(doc_\w+\)\nDeleted: stork\.md \(doc_\w+\)\n$/);
    expect((await documents("list", "--status", "completed")).stdout).not.toContain("heron.md");
  });

  test("that a filter finds are listed, tagged, processed again and deleted", async () => {
    await quarry.spaces.create({ name: "Reserve", slug: "reserve" });
    for (const [name, year] of Object.entries({ "a.md": 2018, "b.md": 2019, "c.html": 2024 }))
      await quarry.documents.upsert({
        ...{ spaceId: "reserve", filename: name, content: "Herons.", metadata: { year } },
      });
    const reserve = (...args: string[]) => run("documents", ...args, "--space", "reserve");
    const names = async (...args: string[]) => {
      const { documents: listed } = JSON.parse((await reserve("list", "--json", ...args)).stdout);
      return listed.map(({ filename }: { filename: string }) => filename).sort();
    };
    expect(await names("--where", "year<2020", "--where", "year!=2018")).toEqual(["b.md"]);
    expect(await names("--where", '{"year":{"$gte":2019}}', "--kind", "web,pdf")).toEqual(["c.html"]);
    expect(await names("--where", "owner")).toEqual([]);
    expect(await names("--name", ".MD", "--status", "completed,failed")).toEqual(["a.md", "b.md"]);

    const tagged = await reserve("tag", "--where", "year<2020", "--set", "old=true", "--unset", "year");
    expect([tagged.code, tagged.stdout, tagged.stderr]).toEqual([0, "Changed: 2 documents\n", ""]);
    expect(await names("--where", "old=true")).toEqual(["a.md", "b.md"]);
    const one = await reserve("tag", "c.html", "--set", "name=A heron", "--json");
    expect(JSON.parse(one.stdout)).toMatchObject({ count: 1, operation: { state: "completed", done: 1 } });
    const { data } = await quarry.documents.list({ spaceId: "reserve", name: "c.html" });
    expect(data[0]?.metadata).toEqual({ year: 2024, name: "A heron" });

    expect((await reserve("reprocess", "--all")).stdout).toBe("Processing again: 3 documents\n");
    const unconfirmed = await reserve("delete", "--where", "old=true");
    expect(unconfirmed.code).toBe(2);
    expect(unconfirmed.stderr).toContain("Delete 2 documents of the space reserve? Cannot ask");
    const deleted = await reserve("delete", "--where", "old=true", "--yes");
    expect([deleted.code, deleted.stdout]).toEqual([0, "Deleted: 2 documents\n"]);
    expect(await names()).toEqual(["c.html"]);
    expect((await reserve("delete", "--where", "old=true", "--yes")).stdout).toBe("No documents match.\n");
  });

  test.each([
    [["documents", "delete", "a.md", "--where", "year", "--space", "zoo"], "only one of them"],
    [["documents", "get", "a.md", "--where", "year", "--space", "zoo"], "get takes no filter"],
    [["documents", "list", "--where", "<3", "--space", "zoo"], "Write team=hr"],
    [["documents", "delete", "--where", "{}", "--yes", "--space", "zoo"], "is no condition"],
    [["documents", "list", "--kind", "film", "--space", "zoo"], "--kind must be one of pdf"],
    [["documents", "tag", "--all", "--space", "zoo"], "tag requires --set or --unset"],
    [["documents", "tag", "--all", "--set", "year", "--space", "zoo"], "must be KEY=VALUE"],
    [["documents"], "Missing --space"],
    [["documents", "get", "--space", "zoo"], "get requires exactly one document"],
    [["documents", "delete", "--space", "zoo"], "delete requires one or more documents"],
    [["documents", "retry", "--space", "zoo"], "or --all"],
    [["documents", "list", "--status", "done", "--space", "zoo"], "--status must be one of pending"],
    [["documents", "get", "otter.md", "--space", "zo"], 'There is no space "zo". Did you mean zoo?'],
  ])("%j exits with 2 and an error message", async (args, message) => {
    const { code, stdout, stderr } = await run(...args);
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining(message)]);
  });
});

test("logs shows events as they happen until it is stopped", async () => {
  const child = await spawnQuarry(["logs", "--space", "zoo"], settings());
  let shown = "";
  const reading = (async () => {
    for await (const piece of child.stdout) shown += Buffer.from(piece).toString();
  })();
  const note = { spaceId: "zoo", filename: "live.md", content: "Seen at once." };
  // The stream has begun when it shows the first of these.
  await until("an event", async () => {
    await quarry.documents.upsert({ ...note, metadata: { at: Date.now() } });
    return shown !== "" || undefined;
  });
  await quarry.documents.upload({ spaceId: "zoo", filename: "torn.pdf", content: "%PDF-1.7\nno" });
  await until("the failure", () => shown.includes("document.failed") || undefined);
  expect(shown).toMatch(/^\d{4}-\S+Z {2}document\.\w+ +zoo {2}live\.md/m);
  expect(shown).toMatch(/^\S+ {2}document\.failed +zoo {2}torn\.pdf: The PDF is damaged/m);
  child.kill("SIGINT");
  expect(await child.exited).toBe(0);
  await reading;
  const unknown = await run("logs", "--type", "document.eaten");
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining("document.completed")]);
});
