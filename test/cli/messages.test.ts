import { afterAll, beforeAll, expect, test } from "bun:test";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runQuarry } from "../support/quarry-command.ts";

/** Servers that are no Quarry: one of pages, one that answers everything with JSON. */
let pages: Bun.Server<undefined>;
let json: Bun.Server<undefined>;
beforeAll(() => {
  const at = { port: 0, hostname: "127.0.0.1" };
  const html = { headers: { "content-type": "text/html" } };
  pages = Bun.serve({ ...at, fetch: () => new Response("<h1>Welcome</h1>", html) });
  json = Bun.serve({ ...at, fetch: () => Response.json({ status: "ok" }) });
});
afterAll(async () => {
  await pages.stop(true);
  await json.stop(true);
});

const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runQuarry(args, { env: { XDG_CONFIG_HOME: join(tmpdir(), "none"), ...env } });

test.each([
  [["uplaod", "docs"], 'Unknown command "uplaod". Did you mean upload?', "quarry COMMAND", "quarry --help"],
  [["--hlep"], 'Unknown option "--hlep". Did you mean --help?', "quarry COMMAND", "quarry --help"],
  [
    ["upload", ".", "--prnue"],
    "Unknown option --prnue. Did you mean --prune?",
    "quarry upload",
    "upload --help",
  ],
  [["upload", ".", "--space"], "--space needs a value.", "quarry upload", "quarry upload --help"],
  [["spaces", "lsit"], "Did you mean list?", "quarry spaces", "quarry spaces --help"],
  [["ask", "x", "--mode", "lexicla"], "Did you mean lexical?", "quarry ask", "quarry ask --help"],
  [["logout", "now"], "Unexpected argument now.", "quarry logout", "quarry logout --help"],
  [["query", "x", "--space", "a", "--zzz"], "Unknown option --zzz.", "quarry query", "quarry query --help"],
])(
  "%j exits with 2 and three lines: the problem, the usage, where to read more",
  async (args, problem, usage, help) => {
    const { code, stdout, stderr } = await run(args);
    expect([code, stdout]).toEqual([2, ""]);
    const lines = stderr.trimEnd().split("\n");
    expect(lines).toHaveLength(3);
    expect(lines[0]).toEndWith(problem);
    expect(lines[1]).toStartWith(`Usage: ${usage}`);
    expect(lines[2]).toContain(`Run ${help.startsWith("quarry") ? help : `quarry ${help}`}`);
  },
);

test.each(["spaces", "ask otters", `upload ${import.meta.path} --space zoo`, "login --key qry_x"])(
  "%s says that the address is no Quarry",
  async (line) => {
    const args = line.split(" ");
    for (const { port } of [pages, json]) {
      const url = `http://127.0.0.1:${port}`;
      const { code, stdout, stderr } = await run(args, { QUARRY_URL: url, QUARRY_API_KEY: "qry_x" });
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toStartWith(`There is no Quarry server at ${url}: something else answers there.\n`);
    }
  },
);

test("an address with https:// of a server without TLS is called so", async () => {
  const { code, stderr } = await run(["spaces", "--url", `https://127.0.0.1:${json.port}`]);
  expect([code, stderr]).toEqual([2, expect.stringContaining("Use http:// in its URL.")]);
});
