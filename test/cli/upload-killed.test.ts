import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Quarry } from "@quarry/sdk";
import { expectMatch } from "../contract/expecting.ts";
import { type CountingProxy, startCountingProxy } from "../support/counting-proxy.ts";
import { runQuarry, spawnQuarry } from "../support/quarry-command.ts";
import { type RunningServer, startServer } from "../support/running-server.ts";
import { until } from "../support/until.ts";

/** Number of files. Full test: `QUARRY_TEST_FILES=5000 bun test test/cli/upload-killed.test.ts`. */
const FILES = Number(process.env.QUARRY_TEST_FILES ?? 300);
const LIMIT_MS = 60_000 + FILES * 100;
const FOLDERS = 10;

let server: RunningServer;
let proxy: CountingProxy;
let quarry: Quarry;
let folder: string;
const names = Array.from({ length: FILES }, (_, at) => `part-${at % FOLDERS}/note-${at}.md`);

beforeAll(async () => {
  server = await startServer();
  proxy = startCountingProxy(server.baseUrl);
  quarry = new Quarry({ baseUrl: server.baseUrl, apiKey: server.rootKey });
  folder = await mkdtemp(join(tmpdir(), "quarry-upload-"));
  for (let at = 0; at < FOLDERS; at++) await mkdir(join(folder, `part-${at}`));
  for (const name of names) await writeFile(join(folder, name), `# ${name}\n\nThis is what ${name} says.\n`);
}, 90_000);
afterAll(async () => {
  await proxy.stop();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function updatedAts(spaceId: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const { filename, updatedAt, status } of quarry.documents.list({ spaceId, pageSize: 100 })) {
    expect(status).toBe("COMPLETED");
    found.set(filename, updatedAt);
  }
  return found;
}

const sentNames = (calls = proxy.calls) => calls.flatMap(({ filenames }) => filenames).sort();

test(
  `a killed upload of ${FILES} files sends only the remaining files when it is run again`,
  async () => {
    const { space } = await quarry.spaces.create({ name: "Killed" });
    const args = ["upload", folder, "--space", space.slug, "--json"];
    const env = { QUARRY_URL: proxy.url, QUARRY_API_KEY: server.rootKey, XDG_CONFIG_HOME: folder };

    const killed = await spawnQuarry(args, { env });
    await until("a third of the files", () => sentNames(proxy.answered).length >= FILES / 3 || undefined);
    killed.kill("SIGKILL");
    await killed.exited;
    expect(killed.signalCode).toBe("SIGKILL");
    // The server continues to process the requests it has received.
    await until("the end of pending requests", () => proxy.underWay() === 0 || undefined, LIMIT_MS);
    const before = await updatedAts(space.id);
    expect(before.size).toBeGreaterThanOrEqual(FILES / 3);
    expect(before.size).toBeLessThan(FILES);

    proxy.calls.length = proxy.answered.length = 0;
    const again = await runQuarry(args, { env });
    expect([again.code, JSON.parse(again.stdout).failed]).toEqual([0, []]);
    const rest = names.filter((name) => !before.has(name)).sort();
    expect(sentNames()).toEqual(rest);
    expectMatch(JSON.parse(again.stdout), { unchanged: before.size, updated: [] });
    const after = await updatedAts(space.id);
    expect([...after.keys()].sort()).toEqual([...names].sort());
    for (const [name, updatedAt] of before) expect([name, after.get(name)]).toEqual([name, updatedAt]);

    proxy.calls.length = proxy.answered.length = 0;
    const third = await runQuarry(args, { env });
    expect(JSON.parse(third.stdout)).toEqual({
      ...{ uploaded: [], updated: [], unchanged: FILES, empty: [], failed: [], deleted: [], warnings: [] },
    });
    expect(proxy.calls.filter(({ method }) => method !== "GET")).toEqual([]);
    expect(await updatedAts(space.id)).toEqual(after);
  },
  LIMIT_MS,
);
