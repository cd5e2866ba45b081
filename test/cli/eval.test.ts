import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Quarry } from "@quarry/sdk";
import { type EmbeddingProvider, startEmbeddingProvider } from "../support/embedding-provider.ts";
import { runQuarry, spawnQuarry } from "../support/quarry-command.ts";
import { type RunningServer, startServer } from "../support/running-server.ts";
import { until } from "../support/until.ts";

const DOCUMENTS = [
  ["otter.md", "Otters hold hands while they sleep."],
  ["heron.md", "Herons wade in shallow water."],
  ["pelican.md", "Pelicans swallow fish whole."],
] as const;
const GOLDEN = [
  { query: "otters hold hands", relevant: ["otter.md"] },
  { query: "herons wade", relevant: [{ filename: "heron.md", grade: 2 }] },
];

let provider: EmbeddingProvider;
let server: RunningServer;
let quarry: Quarry;
let folder: string;
let spaceId: string;

beforeAll(async () => {
  provider = startEmbeddingProvider({ dimensions: 32 });
  server = await startServer({
    env: {
      OPENAI_API_KEY: provider.apiKey,
      OPENAI_BASE_URL: provider.url,
      QUARRY_EMBEDDING_DIMENSIONS: "32",
    },
  });
  quarry = new Quarry({ baseUrl: server.baseUrl, apiKey: server.rootKey });
  folder = await mkdtemp(join(tmpdir(), "quarry-cli-"));
  spaceId = (await quarry.spaces.create({ name: "Zoo", slug: "zoo" })).space.id;
  for (const [filename, content] of DOCUMENTS) await quarry.documents.upsert({ spaceId, filename, content });
}, 90_000);
beforeEach(() => provider.reset());
afterAll(async () => {
  await server.stop();
  await provider.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The environment with the server's URL and key, and without the developer's own login. */
const access = () => ({
  QUARRY_URL: server.baseUrl,
  QUARRY_API_KEY: server.rootKey,
  XDG_CONFIG_HOME: folder,
});

/** Runs `quarry eval`, by default with the server's URL and key in the environment. */
const quarryEval = (args: readonly string[], env?: Readonly<Record<string, string>>) =>
  runQuarry(["eval", ...args], { env: env ? { XDG_CONFIG_HOME: folder, ...env } : access() });

async function file(name: string, content: unknown): Promise<string> {
  const path = join(folder, name);
  await Bun.write(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

const names = async () =>
  (await quarry.evaluations.list({ spaceId, pageSize: 100 })).data.map(({ name }) => name);

describe("quarry eval", () => {
  test("creates an evaluation from a file, prints the metrics, and updates the evaluation in the next run", async () => {
    const path = await file("zoo.json", GOLDEN);
    const first = await quarryEval(["--space", "zoo", "--file", path]);
    expect([first.code, first.stderr]).toEqual([0, ""]);
    expect(first.stdout).toContain("zoo.json: 2 queries");
    expect(first.stdout).toMatch(/hybrid +1\.0000 \(1\.000-1\.000\)/);
    const lines = await file("zoo.json", {
      queries: [...GOLDEN, { query: "fish", relevant: ["pelican.md", "gone.md"] }],
    });
    const second = await quarryEval(["--space", spaceId, "--file", lines, "--min-ndcg", "0.5"]);
    expect(second.code).toBe(0);
    expect(second.stdout).toContain("zoo.json: 3 queries");
    expect(second.stdout).toContain("Relevant documents missing from the space (1): gone.md");
    expect((await names()).filter((name) => name === "zoo.json")).toHaveLength(1);
  }, 120_000);

  test("reads one query per line, compares two modes, and prints only JSON with --json", async () => {
    const path = await file("lines.jsonl", `${GOLDEN.map((each) => JSON.stringify(each)).join("\r\n")}\n\n`);
    const args = [
      "--space",
      "zoo",
      "--file",
      path,
      "--mode",
      "lexical",
      "--compare-mode",
      "vector",
      "--k",
      "3",
    ];
    const { code, stdout } = await quarryEval([...args, "--json"]);
    expect(code).toBe(0);
    const run = JSON.parse(stdout);
    expect(run.k).toBe(3);
    expect(run.configurations.map(({ mode }: { mode: string }) => mode)).toEqual(["lexical", "vector"]);
    const shown = await quarryEval(args);
    expect(shown.stdout).toMatch(/^vector minus lexical: /m);
  }, 120_000);

  test("finds an evaluation by id and by name, and writes a report", async () => {
    const queries = GOLDEN.map(({ query }) => ({ query, relevant: [{ filename: "otter.md" }] }));
    const { evaluation } = await quarry.evaluations.create({ spaceId, name: "by name", queries });
    const report = join(folder, "report.html");
    for (const known of [evaluation.id, "by name"]) {
      const { code } = await quarryEval(["--space", "zoo", "--evaluation", known, "--report", report]);
      expect(code).toBe(0);
    }
    expect(await Bun.file(report).text()).toStartWith("<!doctype html>");
    const unknown = await quarryEval(["--space", "zoo", "--evaluation", "missing"]);
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain('no evaluation "missing". Evaluations: ');
    expect(unknown.stderr).toContain('"by name"');
  }, 120_000);

  test("exits with 1 below the minimum and prints the difference", async () => {
    const path = await file("bad.json", [{ query: "otters", relevant: ["gone.md"] }]);
    const { code, stderr, stdout } = await quarryEval([
      "--space",
      "zoo",
      "--file",
      path,
      "--min-ndcg",
      "0.8",
    ]);
    expect(code).toBe(1);
    expect(stderr).toBe("nDCG@10 of hybrid is 0.0000, 0.8000 below the minimum of 0.8.\n");
    expect(stdout).toContain("bad.json");
  });

  test.each([
    [[], "Missing --space"],
    [["--space", "zoo"], "either --evaluation or --file"],
    [["--space", "zoo", "--evaluation", "a", "--file", "b"], "either --evaluation or --file"],
    [
      ["--space", "zoo", "--evaluation", "a", "--mode", "loud"],
      "--mode must be one of hybrid, vector, lexical",
    ],
    [["--space", "zoo", "--evaluation", "a", "--k", "0"], "--k must be an integer from 1 to 100"],
    [["--space", "zoo", "--evaluation", "a", "--min-ndcg", "80"], "--min-ndcg must be a number from 0 to 1"],
    [["--space", "zoo", "--evaluation", "a", "--colour"], "--colour"],
    [["--space", "zoo", "--file", "no-such-file.json"], "Cannot read no-such-file.json"],
    [["--space", "nowhere", "--evaluation", "a"], 'There is no space "nowhere"'],
  ])("%j exits with 2 and an error message", async (args, message) => {
    const { code, stderr } = await quarryEval(args);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });

  test.each([
    ["broken.json", "[{", "broken.json is not valid JSON"],
    ["object.json", { query: "x" }, 'must contain an array of queries, or { "queries": [...] }'],
    ["empty.json", [], "contains no queries"],
    [
      "second.jsonl",
      `${JSON.stringify(GOLDEN[0])}\n{"query":"x"}\n`,
      'second.jsonl, line 2: "relevant" must be',
    ],
    [
      "grade.json",
      [{ query: "x", relevant: [{ filename: "a", grade: "1" }] }],
      'grade.json, query 1: each entry of "relevant"',
    ],
    ["high.json", [{ query: "x", relevant: [{ filename: "a", grade: 11 }] }], "/queries/0/relevant/0/grade"],
  ])("the file %s exits with 2 and names the invalid place", async (name, content, message) => {
    const { code, stderr } = await quarryEval(["--space", "zoo", "--file", await file(name, content)]);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });

  test("a missing or invalid URL, server or key exits with 2 and names the option to set", async () => {
    const args = ["--space", "zoo", "--evaluation", "zoo.json"];
    const QUARRY_URL = server.baseUrl;
    for (const [env, message] of [
      [{ QUARRY_URL: "nonsense" }, "--url or QUARRY_URL"],
      [{ QUARRY_URL: "http://127.0.0.1:1" }, "Check that the server is running"],
      [{ QUARRY_URL }, "--key or QUARRY_API_KEY"],
      [{ QUARRY_URL, QUARRY_API_KEY: "qry_wrong" }, "--key or QUARRY_API_KEY"],
    ] as const) {
      const { code, stderr } = await quarryEval(args, env);
      expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    }
    const given = await quarryEval([...args, "--url", server.baseUrl, "--key", server.rootKey], {});
    expect(given.code).toBe(0);
  }, 120_000);

  test("prints a notice while it waits, and cancels the run on the server when it is stopped", async () => {
    provider.set({ delayMs: 100 });
    const count = 1000;
    const queries = Array.from({ length: count }, (_, at) => ({
      query: `otter ${at}`,
      relevant: ["otter.md"],
    }));
    const path = await file("long.json", queries);
    const child = await spawnQuarry(["eval", "--space", "zoo", "--file", path], { env: access() });
    const reader = child.stderr.getReader();
    const { value } = await reader.read();
    expect(new TextDecoder().decode(value)).toMatch(/^\.\.\. Running 1000 queries, \d+ s\n$/);
    child.kill("SIGINT");
    await child.exited;
    let seen = -1;
    await until("the last call to the provider", async () => {
      const before = seen;
      seen = provider.stats.calls;
      await Bun.sleep(1000);
      return seen === before || undefined;
    });
    expect(seen).toBeGreaterThan(0);
    expect(seen).toBeLessThan(count);
    const [evaluation] = (await quarry.evaluations.list({ spaceId })).data.filter(
      ({ name }) => name === "long.json",
    );
    expect(evaluation?.latestRun).toBeNull();
  }, 120_000);
});

describe("quarry", () => {
  test.each([
    [["--help"], 0, "Usage: quarry COMMAND"],
    [["eval", "--help"], 0, "Usage: quarry eval"],
  ])("%j prints help", async (args, code, message) => {
    expect(await runQuarry(args)).toMatchObject({ code, stdout: expect.stringContaining(message) });
  });

  test.each([[[]], [["evil"]]])("%j exits with 2 and lists the commands", async (args) => {
    const usage = expect.stringContaining("Usage: quarry COMMAND");
    expect(await runQuarry(args)).toMatchObject({ code: 2, stderr: usage });
  });
});
