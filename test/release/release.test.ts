import { afterAll, beforeAll, expect, test } from "bun:test";
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Glob } from "bun";

const REPOSITORY = resolve(import.meta.dir, "../..");
let root: string;

async function manifestsIn(folder: string): Promise<string[]> {
  const found: string[] = [];
  // A template has a version of its own.
  for (const pattern of ["package.json", "*/package.json", "*/*/package.json"])
    for await (const path of new Glob(pattern).scan(folder))
      if (!/node_modules|^examples\//.test(path)) found.push(path);
  return found;
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "quarry-release-"));
  for (const path of await manifestsIn(REPOSITORY)) await cp(join(REPOSITORY, path), join(root, path));
  await Bun.write(
    join(root, "CHANGELOG.md"),
    "# Changelog\n\n## Unreleased\n\n- Faster.\n\n## 0.1.0\n\nFirst.\n",
  );
});
afterAll(() => rm(root, { recursive: true, force: true }));

function release(...args: string[]) {
  const command = [process.execPath, "scripts/release.ts", ...args, "--root", root];
  const { exitCode, stderr } = Bun.spawnSync(command, { cwd: REPOSITORY });
  return { exitCode, stderr: stderr.toString() };
}

test("sets one version in every package and dates the changelog", async () => {
  expect(release("version", "0.2.0")).toEqual({ exitCode: 0, stderr: "" });
  const versions = new Set<string>();
  for (const path of await manifestsIn(root)) versions.add((await Bun.file(join(root, path)).json()).version);
  expect([...versions]).toEqual(["0.2.0"]);
  expect(await Bun.file(join(root, "CHANGELOG.md")).text()).toMatch(
    /## Unreleased\n\n## 0\.2\.0 - \d{4}-\d{2}-\d{2}\n\n- Faster\.\n\n## 0\.1\.0/,
  );
});

test("rejects a release without notes, a malformed version and an unknown command", () => {
  expect(release("version", "0.3.0").stderr).toContain("nothing under Unreleased");
  expect(release("version", "1.0").stderr).toContain("not a version");
  expect(release("publish").stderr).toContain("Usage:");
});

test("packs published packages with the notes of their version", async () => {
  // test/package packs the real checkout. This test packs one package that needs no build.
  await Bun.write(
    join(root, "packages/schema/package.json"),
    JSON.stringify({ name: "@quarry/schema", version: "0.2.0", private: false, files: ["index.js"] }),
  );
  await Bun.write(join(root, "packages/schema/index.js"), "export {};\n");
  for (const folder of [
    "sdk",
    "packages/cli",
    "packages/conformance",
    "packages/mcp-bridge",
    "packages/vector-store",
  ])
    await rm(join(root, folder), { recursive: true, force: true });
  expect(release("pack")).toEqual({ exitCode: 0, stderr: "" });
  expect((await readdir(join(root, "dist"))).sort()).toEqual(["NOTES.md", "quarry-schema-0.2.0.tgz"]);
  expect(await Bun.file(join(root, "dist/NOTES.md")).text()).toBe("- Faster.\n");
});
