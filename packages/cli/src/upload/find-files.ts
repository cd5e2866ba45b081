import { readdir, stat } from "node:fs/promises";
import { dirname, join, resolve, sep } from "node:path";
import { UsageError } from "../options/usage-error.ts";
import { matchesAny, nameBelow, readGlob } from "./glob.ts";

/** A file to upload. */
export interface LocalFile {
  /** The document's filename: the path relative to the root, with forward slashes. */
  readonly filename: string;
  readonly path: string;
}

/** The files that the arguments of an upload name. */
export interface FoundFiles {
  readonly root: string;
  /** True if the only argument is a folder, which is then the root. */
  readonly isFolder: boolean;
  readonly files: readonly LocalFile[];
}

/** Filters for the files of folders and globs. They do not apply to files named directly. */
export interface Selection {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly hidden: boolean;
}

/**
 * Finds the files that the arguments name (folders, globs and files), sorted by filename.
 * @throws UsageError for an argument that matches nothing.
 */
export async function findFiles(names: readonly string[], selection: Selection): Promise<FoundFiles> {
  const paths = new Set<string>();
  const folders: string[] = [];
  for (const name of names) {
    const path = resolve(name);
    const found = await stat(path).catch(() => undefined);
    if (found?.isDirectory()) folders.push(path);
    else if (found) paths.add(path);
    else for (const match of await matchesOf(name, selection)) paths.add(match);
  }
  const isFolder = folders.length === 1 && names.length === 1;
  for (const folder of folders) for (const path of await walk(folder, folder, selection)) paths.add(path);
  const root = isFolder ? (folders[0] ?? "") : rootOf([...paths]);
  const files = [...paths].map((path) => ({ filename: nameBelow(root, path), path }));
  return { root, isFolder, files: files.sort((a, b) => (a.filename < b.filename ? -1 : 1)) };
}

/** The files below a folder. Symbolic links to folders are not followed, because they may form a cycle. */
async function walk(root: string, folder: string, selection: Selection): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw new UsageError(`Cannot read ${folder}: ${(error as Error).message}`);
  });
  const paths: string[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    const name = nameBelow(root, path);
    if (isHiddenName(entry.name, selection) || matchesAny(selection.exclude, name)) continue;
    if (entry.isDirectory()) paths.push(...(await walk(root, path, selection)));
    else if (isIncluded(name, selection) && (entry.isFile() || (await isLinkToFile(path)))) paths.push(path);
  }
  return paths;
}

/** The files that match a glob. Filters apply to their names relative to the current folder. */
async function matchesOf(pattern: string, selection: Selection): Promise<string[]> {
  const glob = readGlob(pattern, selection.hidden);
  if (glob === undefined) throw new UsageError(`No such file or folder: ${pattern}`);
  const { folder, matches } = glob;
  const isFolder = (await stat(folder).catch(() => undefined))?.isDirectory() ?? false;
  const all = isFolder ? await walk(folder, folder, { ...selection, include: [], exclude: [] }) : [];
  const paths = all.filter((path) => {
    const name = nameBelow(process.cwd(), path);
    return matches(nameBelow(folder, path)) && !isExcluded(name, selection) && isIncluded(name, selection);
  });
  if (paths.length === 0) throw new UsageError(`No files match ${pattern}`);
  return paths;
}

/** The current folder if all files are below it, otherwise their deepest common folder. */
function rootOf(paths: readonly string[]): string {
  let root = process.cwd();
  if (paths.every((path) => isBelow(root, path))) return root;
  root = dirname(paths[0] ?? root);
  while (!paths.every((path) => isBelow(root, path))) root = dirname(root);
  return root;
}

function isBelow(folder: string, path: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function isHiddenName(name: string, { hidden }: Selection): boolean {
  return !hidden && (name.startsWith(".") || name === "node_modules");
}

function isIncluded(name: string, { include }: Selection): boolean {
  return include.length === 0 || parentsOf(name).some((each) => matchesAny(include, each));
}

function isExcluded(name: string, { exclude }: Selection): boolean {
  return parentsOf(name).some((each) => matchesAny(exclude, each));
}

/** A path and its parents: `a`, `a/b` and `a/b/c` for `a/b/c`. */
function parentsOf(name: string): string[] {
  const parts = name.split("/");
  return parts.map((_, at) => parts.slice(0, at + 1).join("/"));
}

async function isLinkToFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ?? false;
}
