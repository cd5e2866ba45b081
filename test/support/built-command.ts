import { mkdir, rename, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Glob } from "bun";

const REPOSITORY = resolve(import.meta.dir, "../..");
const CACHE = join(REPOSITORY, "node_modules/.cache/quarry-command");
const SOURCES = [
  "packages/cli/{src,build}/**/*.ts",
  "packages/cli/package.json",
  "{sdk,packages/schema}/src/**/*.ts",
];

let built: Promise<string> | undefined;

/** Builds the command as it is packed, once for each state of its sources, and returns the file to start with Node. */
export function builtCommand(): Promise<string> {
  built ??= build();
  return built;
}

async function build(): Promise<string> {
  const folder = join(CACHE, await hashOfSources());
  const entry = join(folder, "command.js");
  if (await exists(entry)) return entry;
  await mkdir(CACHE, { recursive: true });
  const draft = `${folder}.${process.pid}`;
  const command = [process.execPath, "build/index.ts", "--out", draft];
  const { exitCode, stderr } = Bun.spawnSync(command, { cwd: join(REPOSITORY, "packages/cli") });
  if (exitCode !== 0) throw new Error(`The command could not be built:\n${stderr.toString()}`);
  // Another test file may have been faster.
  await rename(draft, folder).catch(() => rm(draft, { recursive: true }));
  return entry;
}

async function hashOfSources(): Promise<string> {
  const hash = new Bun.CryptoHasher("sha256");
  for (const pattern of SOURCES)
    for (const path of [...new Glob(pattern).scanSync(REPOSITORY)].sort()) {
      hash.update(path);
      hash.update(await Bun.file(join(REPOSITORY, path)).bytes());
    }
  return hash.digest("hex").slice(0, 16);
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
