import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Quarry } from "@quarry/sdk";
import { expectMatch } from "../contract/expecting.ts";
import { runQuarry, spawnQuarry } from "../support/quarry-command.ts";
import { type RunningServer, startServer } from "../support/running-server.ts";
import { smallPdf } from "../support/small-pdf.ts";

/** One of these answers the question; the others hold only a word of it. */
const BACKUP = "How do I back up the service?";
const SERVICES = [
  "Back up the service every night with the backup command.",
  "The service starts in a second.",
  "The service reads PDF files.",
  "Each service has a port.",
];

let server: RunningServer;
let quarry: Quarry;
let folder: string;

beforeAll(async () => {
  server = await startServer();
  quarry = new Quarry({ baseUrl: server.baseUrl, apiKey: server.rootKey });
  await quarry.spaces.create({ name: "Zoo", description: "Animals and how they live" });
  await quarry.spaces.create({ name: "Office", description: "Invoices and contracts" });
  const otter = "Otters hold hands while they sleep.\u001b[31m";
  await quarry.documents.upsert({ spaceId: "zoo", filename: "otter.md", content: otter });
  await quarry.documents.upsert({
    spaceId: "office",
    filename: "lease.md",
    content: "The lease ends in May.",
  });
}, 90_000);
afterAll(() => server.stop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "quarry-command-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const access = () => ({ QUARRY_URL: server.baseUrl, QUARRY_API_KEY: server.rootKey });
const run = (...args: string[]) =>
  runQuarry(args, { cwd: folder, env: { ...access(), XDG_CONFIG_HOME: folder } });
/** Runs the command with no other environment variables. */
const runBare = (args: string[], env: Record<string, string> = {}, input?: string) =>
  runQuarry(args, {
    cwd: folder,
    env: { XDG_CONFIG_HOME: folder, ...env },
    ...(input === undefined ? {} : { input }),
  });

async function runJson(...args: string[]) {
  const { code, stdout, stderr } = await run(...args, "--json");
  expect([code, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
}

describe("read", () => {
  test("shows text, headings, passages and warnings of a file, and stores nothing", async () => {
    await writeFile(join(folder, "crane.md"), "# Cranes\n\nCranes dance.\n\n## Food\n\nThey eat roots.\n");
    const shown = await run("read", "crane.md");
    expect([shown.code, shown.stderr]).toEqual([0, ""]);
    for (const text of ["crane.md: text/markdown", "Food (level 2, from 25)", "Cranes dance.", " MB"])
      expect(shown.stdout).toContain(text);
    expect((await run("read", "crane.md", "--text")).stdout).toContain("## Food\n\nThey eat roots.");
    const read = await runJson("read", "crane.md", "--space", "zoo");
    expectMatch(read, { filename: "crane.md", indexingType: "text", warnings: [] });
    expect(read.peakMemoryBytes).toBeGreaterThan(10_000_000);
    const found = await runJson("query", "cranes dance roots", "--space", "zoo");
    expect(JSON.stringify(found)).not.toContain("crane.md");
  });

  test("says why a file cannot be read", async () => {
    await writeFile(join(folder, "torn.docx"), "PK\u0003\u0004torn");
    const torn = await run("read", "torn.docx");
    expect([torn.code, torn.stdout]).toEqual([2, ""]);
    expect(torn.stderr).toContain("damaged");
    expect((await run("read")).stderr).toContain("Specify one file.");
    expect((await run("read", "torn.docx", "--space", "nowhere")).code).toBe(2);
  });
});

describe("login", () => {
  test("saves a valid key, readable only by its owner; options and environment variables take precedence", async () => {
    const login = await runBare(["login", "--url", server.baseUrl], {}, `${server.rootKey}\n`);
    expect([login.code, login.stdout]).toEqual([0, expect.stringContaining("The API key is valid")]);
    const path = join(folder, "quarry/config.json");
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(folder, "quarry"))).toEqual(["config.json"]);
    expect((await runBare(["spaces"])).stdout).toContain("Zoo");
    expect((await runBare(["spaces", "--key", "qry_wrong"])).code).toBe(2);
    expect((await runBare(["spaces"], { QUARRY_API_KEY: "qry_wrong" })).code).toBe(2);
    const again = await runBare(["login", "--key", server.rootKey, "--json"]);
    expectMatch(JSON.parse(again.stdout), { url: server.baseUrl, path });

    expect((await runBare(["logout"])).stdout).toStartWith("Deleted ");
    expect((await runBare(["logout", "--json"])).stdout).toContain('"removed": false');
    expect((await runBare(["spaces"], { QUARRY_URL: server.baseUrl })).code).toBe(2);
  });

  test("does not save a rejected key, and prints where the root key is", async () => {
    const env = { QUARRY_URL: server.baseUrl, QUARRY_DATA_DIR: folder };
    await writeFile(join(folder, "root-key"), "qry_x\n");
    const refused = await runBare(["login", "--key", "qry_wrong"], env);
    expect([refused.code, refused.stdout]).toEqual([2, ""]);
    expect(refused.stderr).toContain(`is in ${join(folder, "root-key")}`);
    expect(await readdir(folder)).toEqual(["root-key"]);
    expect((await runBare(["login"], env)).stderr).toContain("Missing API key");
    const page = await runBare(["login", "--url", `${server.baseUrl}/app`, "--key", server.rootKey]);
    expect([page.code, page.stderr]).toEqual([2, expect.stringContaining("before /api or /app")]);
  });

  test("a saved key is not sent to another server", async () => {
    await runBare(["login", "--url", server.baseUrl, "--key", server.rootKey]);
    const seen: (string | null)[] = [];
    const other = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch(request) {
        seen.push(request.headers.get("authorization"));
        return Response.json({ error: "No", message: "No key.", statusCode: 401 }, { status: 401 });
      },
    });
    await runBare(["spaces", "--url", `http://127.0.0.1:${other.port}`]);
    await other.stop(true);
    expect([...new Set(seen)]).toEqual([null]);
  });

  test("an invalid file is reported, and a new login replaces it", async () => {
    await runBare(["login", "--url", server.baseUrl, "--key", server.rootKey]);
    await writeFile(join(folder, "quarry/config.json"), '{"key":"qry_secret');
    const { code, stderr } = await runBare(["spaces"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("is invalid. Run quarry login")]);
    expect(stderr).not.toContain("qry_secret");
    expect((await runBare(["login", "--url", server.baseUrl, "--key", server.rootKey])).code).toBe(0);
  });
});

describe("spaces", () => {
  test("are created, listed, archived, restored and purged", async () => {
    const { space } = await runJson(
      "spaces",
      "create",
      "Sea birds",
      "--slug",
      "sea",
      "--description",
      "Gulls",
    );
    expectMatch(space, { name: "Sea birds", slug: "sea", description: "Gulls" });
    const slugs = async (...args: string[]) =>
      (await runJson("spaces", ...args)).spaces.map(({ slug }: { slug: string }) => slug).sort();
    expect(await slugs()).toEqual(["office", "sea", "zoo"]);
    expect((await run("spaces", "archive", "sea")).stdout).toBe(`Archived: Sea birds (sea, ${space.id})\n`);
    expect(await slugs("list")).toEqual(["office", "zoo"]);
    expect(await slugs("list", "--status", "archived")).toEqual(["sea"]);
    expect((await run("spaces", "restore", space.id)).code).toBe(0);
    expect((await run("spaces")).stdout).toMatch(/^sea +Sea birds +spc_/m);
    expect((await run("complete", "spaces")).stdout.trim().split("\n").sort()).toEqual([
      ...["office", "sea", "zoo"],
    ]);

    const unconfirmed = await run("spaces", "delete", "sea");
    expect([unconfirmed.code, unconfirmed.stderr]).toEqual([2, expect.stringContaining("Use --yes")]);
    expect((await run("spaces", "delete", "sea", "--yes")).stdout).toStartWith("Deleted: ");
    expect(await slugs("list", "--status", "all")).toEqual(["office", "zoo"]);
  });

  test.each([
    [["spaces", "paint", "zoo"], "must be one of list, create, archive"],
    [["spaces", "create"], "create requires exactly one name"],
    [["spaces", "list", "zoo"], "list takes no argument"],
    [["spaces", "archive", "zoo", "--icon", "book"], "--icon can only be used with create"],
    [["spaces", "archive", "nowhere"], 'There is no space "nowhere"'],
    [["keys", "create", "x", "--permission", "spaces:eat"], "--permission must be one of spaces:read, "],
    [
      ["keys", "create", "x", "--permission", "spaces:read", "--level", "read"],
      "either --level or --permission",
    ],
    [["keys", "delete"], "delete requires exactly one id"],
    [["query", "otters"], "Missing --space"],
    [["query", "--space", "zoo"], "Missing question"],
    [["ask", "otters", "--space", "zoo"], "quarry query QUESTION --space LIST"],
    [["ask", "otters", "--mode", "loud"], "--mode must be one of hybrid, vector, lexical"],
    [["completions", "tcsh"], "must be one of bash, zsh, fish"],
    [["completions"], "Specify one shell"],
    [["up", "--colour"], "--colour"],
  ])("%j exits with 2 and an error message", async (args, message) => {
    const { code, stdout, stderr } = await run(...args);
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining(message)]);
  });
});

test("keys are created with permissions, rotated, listed and deleted", async () => {
  const args = ["keys", "create", "website", "--permission", "queries:read,spaces:read", "--space", "zoo"];
  const { apiKey, key } = await runJson(...args);
  expectMatch(apiKey, { name: "website", permissions: ["spaces:read", "queries:read"] });
  const queried = await runBare(["query", "otters", "--space", "zoo", "--key", key, "--url", server.baseUrl]);
  expect(queried.code).toBe(0);
  const refused = await run("keys", "list", "--key", key);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("Run quarry doctor")]);

  const rotated = await run("keys", "rotate", apiKey.id);
  expect(rotated.stdout).toMatch(/^qry_\S+\n$/);
  expect(rotated.stderr).toContain("it is not shown again");
  expect((await run("query", "otters", "--space", "zoo", "--key", key)).code).toBe(2);
  const [kept] = (await runJson("keys")).apiKeys.filter(({ name }: { name: string }) => name === "website");
  expect((await run("keys")).stdout).toContain("website");
  expect((await run("keys", "delete", kept.id)).code).toBe(0);
  expect((await run("query", "otters", "--space", "zoo", "--key", rotated.stdout.trim())).code).toBe(2);
});

describe("queries", () => {
  test("search the given spaces", async () => {
    const shown = await run("query", "Do otters hold hands?", "--space", "zoo,office", "--top-k", "1");
    expect([shown.code, shown.stderr]).toEqual([0, ""]);
    expect(shown.stdout).toMatch(
      /^1\. otter\.md \(Zoo\) [01]\.\d{3}\n {3}Otters hold hands while they sleep\./,
    );
    // stdout is not a terminal: no escape sequences, neither from the command nor from documents.
    expect(shown.stdout).not.toContain("\u001b");
    const answer = await runJson(
      "query",
      "lease",
      "--space",
      "zoo",
      "--space",
      "office",
      "--mode",
      "lexical",
    );
    expect(answer.results[0].document.filename).toBe("lease.md");
    const none = ["query", "quantum", "--space", "zoo", "--mode", "lexical"];
    const { noResults } = await runJson(...none);
    expect((await run(...none)).stdout).toBe(`No results. ${noResults.message}\n`);
  });

  test("search only the documents that are named", async () => {
    const { document } = await quarry.documents.upsert({
      ...{ spaceId: "zoo", filename: "raft, of otters.md", content: "A raft of otters floats in the kelp." },
    });
    const asked = ["query", "otters", "--space", "zoo"];
    for (const name of ["raft, of otters.md", document.id]) {
      const { results } = await runJson(...asked, "--document", name);
      expect(results).toHaveLength(1);
      expect(results[0].document.id).toBe(document.id);
    }
    const both = await runJson(...asked, "--document", document.id, "--document", "otter.md");
    expect(both.results).toHaveLength(2);
    const missing = await run(...asked, "--document", "otters.md");
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining("otter.md")]);
    const several = await run("query", "otters", "--space", "zoo,office", "--document", "otter.md");
    expect([several.code, several.stderr]).toEqual([2, expect.stringContaining("--document needs an id")]);
    await quarry.documents.delete({ spaceId: "zoo", id: document.id });
  });

  test("find the relevant spaces", async () => {
    const shown = await run("ask", "When does the lease end?");
    expect(shown.code).toBe(0);
    expect(shown.stdout).toMatch(/^Office \([01]\.\d\d\): /);
    expect(shown.stdout).toContain("1. lease.md (Office)");
    const answer = await runJson("ask", "otters", "--spaces", "1");
    expect(answer.recommendations.map(({ name }: { name: string }) => name)).toEqual(["Zoo"]);
  });

  test("say that nothing answers a question, and leave out what hardly does unless --all is set", async () => {
    const nothing = await run("ask", "Which quasar did Zhu measure?");
    const { noResults } = await runJson("ask", "Which quasar did Zhu measure?");
    const reason = `Nothing here answers that well. ${noResults.message}\n`;
    expect([nothing.code, nothing.stdout]).toEqual([0, reason]);
    await quarry.spaces.create({ name: "Services" });
    for (const [at, content] of SERVICES.entries())
      await quarry.documents.upsert({ spaceId: "services", filename: `${at}.md`, content });
    const shown = (await run("ask", BACKUP)).stdout;
    expect(shown).toContain("1. 0.md (Services)");
    expect(shown).toEndWith("\n\n3 passages score less than 0.1; --all shows them.\n");
    expect((await run("ask", BACKUP, "--all")).stdout).toMatch(/^4\. \d\.md \(Services\) 0\.0\d\d$/m);
    expect((await runJson("ask", BACKUP)).results).toHaveLength(4);
  });

  test("color the words of the question, and show the page, and of a long passage the part that has them", async () => {
    const text = `${"Storks stand in the reeds all day. ".repeat(20)}The walrus Odobena sings at night.`;
    await quarry.spaces.create({ name: "Sea" });
    const pdf = smallPdf(["Storks stand in reeds.", "The walrus Odobena sings."]);
    await quarry.documents.upsert({ spaceId: "sea", filename: "walrus.pdf", file: pdf });
    await quarry.documents.upsert({ spaceId: "sea", filename: "night.md", content: text });
    const args = ["query", "Does Odobena sing?", "--space", "sea"];
    const { stdout } = await runQuarry(args, {
      ...{ cwd: folder, env: { ...access(), XDG_CONFIG_HOME: folder, FORCE_COLOR: "1" } },
    });
    expect(stdout).toContain(". walrus.pdf\u001b[22m\u001b[36m, page 1\u001b[39m (Sea) ");
    expect(stdout).toContain("The walrus \u001b[33mOdobena sings\u001b[39m.");
    expect(stdout).toMatch(/\n {3}…[\w. ]+ walrus \S+Odobena sings\S+ at night\.\n/);
    const plain = (await run(...args)).stdout;
    expect(plain).toContain("The walrus Odobena sings at night.");
    expect(plain).not.toContain("\u001b");
  });
});

describe("doctor", () => {
  test("prints passed checks", async () => {
    const { ok, version, permissions, usage } = await runJson("doctor");
    expect([ok, version, permissions.length, usage.tier]).toEqual([true, "0.1", 10, "enterprise"]);
    const { stdout } = await run("doctor");
    expect(stdout.match(/^(ok|FAIL) +\w+/gm)).toEqual([
      "ok   server",
      "ok   key",
      "ok   permissions",
      "ok   limits",
    ]);
  });

  test("prints failed checks and exits with 1", async () => {
    const away = await run("doctor", "--url", "http://127.0.0.1:1", "--json");
    expect([away.code, JSON.parse(away.stdout).ok]).toEqual([1, false]);
    const page = await run("doctor", "--url", `${server.baseUrl}/app`);
    expect([page.code, page.stdout]).toEqual([1, expect.stringContaining("before /api or /app")]);
    const wrong = await run("doctor", "--key", "qry_wrong");
    expect([wrong.code, wrong.stdout]).toEqual([1, expect.stringMatching(/^FAIL +key/m)]);
  });
});

describe("help", () => {
  test("every command has examples, and completions include its options", async () => {
    const help = (await run("--help")).stdout;
    const names = [...help.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name]) => name ?? "");
    expect(names).toContain("upload");
    const scripts = new Map<string, string>();
    for (const shell of ["bash", "zsh", "fish"]) scripts.set(shell, (await run("completions", shell)).stdout);
    for (const name of names) {
      const { code, stdout } = await run(name, "--help");
      expect([name, code]).toEqual([name, 0]);
      expect(stdout).toMatch(/^Examples?:$/m);
      for (const script of scripts.values()) expect(script).toContain(name);
    }
    expect(scripts.get("fish")).toContain('"__quarry_in upload" -l prune');
    expect((await run("help", "upload")).stdout).toBe((await run("upload", "--help")).stdout);
    expect((await run("--version")).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  }, 120_000);
});

test("up starts a server with the given settings and stops it on SIGTERM", async () => {
  const args = ["up", "--port", "0", "--data-dir", join(folder, "data")];
  const child = await spawnQuarry(args, { cwd: folder, env: { XDG_CONFIG_HOME: folder }, withBun: true });
  let seen = "";
  const decoder = new TextDecoder();
  for await (const piece of child.stdout) {
    seen += decoder.decode(piece, { stream: true });
    if (/ready at http\S+\n[\s\S]*curl/.test(seen)) child.kill("SIGTERM");
  }
  const url = /ready at (http:\S+)/.exec(seen)?.[1];
  expect(url).toBeDefined();
  expect(seen).toContain(join(folder, "data"));
  expect(await child.exited).toBe(0);
  const gone = await runBare(["doctor", "--url", url ?? ""]);
  expect(gone.code).toBe(1);
});
