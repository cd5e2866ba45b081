import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { RunningServer } from "../support/running-server.ts";
import { environment, type Newcomer, walkFromEmptyFolder } from "./empty-folder.ts";
import { PLATFORM, packPackage, TOOLS } from "./packed.ts";
import { run, runWell } from "./run.ts";

/** What starts before the command that was asked for, and with `spaces list`. More takes longer than 300 ms to start. */
const START_MAX_BYTES = 15_000;
const SPACES_MAX_BYTES = 100_000;
const NODE_20 = { node20: `npm:node-${PLATFORM}@20.20.2` };

/** The bytes of a module with everything that it imports statically. */
async function startBytes(file: string, seen = new Set<string>()): Promise<number> {
  if (seen.has(file)) return 0;
  seen.add(file);
  const text = await readFile(file, "utf8");
  let bytes = text.length;
  for (const [, from = ""] of text.matchAll(/(?:^|\n)(?:import|\} from)\b[^"(]*"(\.[^"]+)"/g))
    bytes += await startBytes(join(dirname(file), from), seen);
  return bytes;
}

/**
 * Declares the tests of the packed command. They belong to the tests of the packed SDK, because a package must not be packed
 * twice at a time.
 */
export function testPackedCommand(
  given: () => { readonly sdk: string; readonly server: RunningServer },
): void {
  /** A folder with the package, and Node 20. */
  let folder: string;
  let newcomer: Newcomer;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "quarry-packed-command-"));
    await writeFile(join(folder, "package.json"), JSON.stringify({ dependencies: NODE_20 }));
    const command = await packPackage("packages/cli", folder);
    await runWell([process.execPath, "install", "--no-progress"], { cwd: folder });
    await runWell(["tar", "-xzf", command, "-C", folder], { cwd: folder });
    const { sdk, server } = given();
    newcomer = {
      folder: await mkdtemp(join(tmpdir(), "quarry-empty-")),
      tarballs: { command, sdk },
      node: join(folder, "node_modules/node20/bin/node"),
      url: server.baseUrl,
      key: server.rootKey,
    };
  }, 180_000);
  afterAll(async () => {
    for (const each of [folder, newcomer?.folder])
      if (each !== undefined) await rm(each, { recursive: true, force: true });
  });

  test("is plain JavaScript without dependencies, and passes publint", async () => {
    const { bin, dependencies } = JSON.parse(await readFile(join(folder, "package/package.json"), "utf8"));
    expect([bin, dependencies]).toEqual([{ quarry: "dist/command.js" }, undefined]);
    const files = await readdir(join(folder, "package"), { recursive: true });
    expect(files.filter((file) => !/^dist(\/[\w-]+\.js)?$/.test(file)).sort()).toEqual([
      ...["LICENSE", "README.md", "package.json"],
    ]);
    await runWell([join(TOOLS, ".bin/publint"), "--strict", newcomer.tarballs.command], { cwd: folder });
  });

  test("starts with little to load", async () => {
    const dist = join(folder, "package/dist");
    expect(await startBytes(join(dist, "command.js"))).toBeLessThan(START_MAX_BYTES);
    const spaces = (await readdir(dist)).find((file) => file.startsWith("spaces-")) ?? "";
    const bytes = await startBytes(join(dist, spaces));
    expect(bytes).toBeGreaterThan(20_000);
    expect(bytes).toBeLessThan(SPACES_MAX_BYTES);
  });

  test("answers from an empty folder with Node 20 alone, by npx of its tarball, and so does the packed SDK", async () => {
    const steps = await walkFromEmptyFolder(newcomer, () => {});
    expect(steps.filter(({ code }) => code !== 0)).toEqual([]);
    const outputs = steps.map(({ output }) => output);
    expect(outputs).toEqual([
      expect.stringMatching(/^v20\./),
      "no bun",
      expect.stringMatching(/^\d+\.\d+\.\d+$/),
      expect.stringContaining("Created: House rules (house-rules, "),
      expect.stringContaining("1 uploaded"),
      expect.stringMatching(
        /^1\. leave\.md \(House rules\) .*\n +Employees have thirty days of leave a year\.$/m,
      ),
      expect.stringContaining("added 2 packages"),
      expect.stringMatching(/^0\.\d+ # Leave\n\nYou have 30 days of leave a year\.\nHandbook$/),
      outputs[2],
      expect.stringMatching(/^house-rules +House rules +spc_/m),
    ]);
    const up = ["npx", "--yes", `file:${newcomer.tarballs.command}`, "up"];
    const refused = await run(up, { cwd: newcomer.folder, env: environment(newcomer) });
    expect(refused).toEqual({ code: 2, output: expect.stringContaining("is not part of this package") });
  }, 120_000);
}
