import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, extname, join, relative, resolve } from "node:path";
import { Glob } from "bun";
import { filesReadAtRunTime, ownFiles, standIns } from "./runtime-files.ts";

/**
 * Copies what the service needs to run from a production installation into an empty folder:
 * `bun deploy/docker/collect-files.ts FOLDER`. Follows all imports from the programs' entry points, because whole
 * packages are eight times as large.
 */

const ROOT = resolve(import.meta.dir, "../..");
const ENTRY_POINTS = [
  "server/src/main.ts",
  "server/src/command.ts",
  "server/src/ingest/prepare/child.ts",
  "server/src/ingest/prepare/orphan-guard.ts",
  "adapters/parsers/src/pdf/drawing-thread.ts",
  "adapters/local-models/src/model-child.ts",
];
const LOADERS: Record<string, Bun.TranspilerOptions["loader"]> = { ".ts": "ts", ".mts": "ts", ".tsx": "tsx" };

/** All files that the given files import, with themselves. What is not installed is skipped: it is optional. */
function reachableFiles(from: readonly string[], replaced: ReadonlyMap<string, string>): Set<string> {
  const reached = new Set<string>();
  const open = [...from];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    if (/\.[cm]?[jt]sx?$/.test(path))
      open.push(...importsOf(path, replaced.get(path) ?? readFileSync(path, "utf8")));
  }
  return reached;
}

function importsOf(path: string, text: string): string[] {
  const loader = LOADERS[extname(path)] ?? "js";
  return new Bun.Transpiler({ loader, target: "bun" }).scanImports(text).flatMap(({ path: name, kind }) => {
    try {
      const found = kind.startsWith("require")
        ? createRequire(path).resolve(name)
        : Bun.resolveSync(name, dirname(path));
      return found.startsWith("/") ? [found] : [];
    } catch {
      return [];
    }
  });
}

const copied = new Set<string>();

function copy(path: string, to: string): void {
  const target = join(to, relative(ROOT, path));
  if (copied.has(target)) return;
  copied.add(target);
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(path, target);
}

/** Copies the links of the installation whose packages were copied. */
function copyLinks(folder: string, to: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (name.startsWith("@")) copyLinks(path, to);
    else if (lstatSync(path).isSymbolicLink()) {
      const link = readlinkSync(path);
      const target = join(to, relative(ROOT, path));
      if (!existsSync(resolve(dirname(target), link)) || existsSync(target)) continue;
      mkdirSync(dirname(target), { recursive: true });
      symlinkSync(link, target);
    }
  }
}

/** The manifest of the package that a file belongs to, which the resolution of its imports needs. */
function manifestOf(path: string): string {
  const folder = dirname(path);
  const manifest = join(folder, "package.json");
  const isRoot = basename(dirname(folder)) === "node_modules" || basename(dirname(folder)).startsWith("@");
  return (isRoot && existsSync(manifest)) || folder === ROOT ? manifest : manifestOf(folder);
}

/** Copies the files into a folder. */
export function collectFiles(to: string): void {
  for (const pattern of ownFiles)
    for (const path of new Glob(pattern).scanSync({ cwd: ROOT }))
      if (!/(^|\/)node_modules\/|\.(test|fixture)\.ts$/.test(path)) copy(join(ROOT, path), to);
  const installed = (path: string) => path.includes("/node_modules/");
  const replaced = new Map(standIns(ROOT));
  const programs = ENTRY_POINTS.map((path) => join(ROOT, path));
  const reached = reachableFiles([...programs, ...filesReadAtRunTime(ROOT)], replaced);
  for (const path of [...reached].filter(installed)) {
    copy(path, to);
    copy(manifestOf(path), to);
  }
  for (const [path, text] of replaced) writeFileSync(join(to, relative(ROOT, path)), text);
  for (const pattern of ["server", "adapters/*", "packages/*", "node_modules/.bun/*"])
    for (const path of new Glob(`${pattern}/node_modules`).scanSync({
      cwd: ROOT,
      onlyFiles: false,
      dot: true,
    }))
      copyLinks(join(ROOT, path), to);
}

if (import.meta.main) {
  const [to] = process.argv.slice(2);
  if (to === undefined) throw new Error("Name the folder: bun deploy/docker/collect-files.ts FOLDER");
  collectFiles(resolve(to));
  console.log(`${copied.size} files are in ${to}`);
}
