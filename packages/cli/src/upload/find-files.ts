import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { UsageError } from "../usage-error.ts";

/** A file that is to become a document. */
export interface LocalFile {
  /** The document's name: the path below the root, with forward slashes. */
  readonly filename: string;
  readonly path: string;
}

/** What the words of an upload stand for. */
export interface FoundFiles {
  readonly root: string;
  /** Whether one folder was named, which is the root then. */
  readonly isFolder: boolean;
  readonly files: readonly LocalFile[];
}

/** Which files of folders and globs are taken. Files that are named one by one are. */
export interface Selection {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly hidden: boolean;
}

/**
 * Finds the files that folders, globs and names stand for, sorted by name.
 * @throws UsageError for a word that stands for nothing.
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

/** The files below a folder. Links to folders are not followed: they may lead in a circle. */
async function walk(root: string, folder: string, selection: Selection): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw new UsageError(`${folder} cannot be read: ${(error as Error).message}`);
  });
  const paths: string[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    const name = nameBelow(root, path);
    if (isLeftOut(entry.name, selection) || matchesAny(selection.exclude, name)) continue;
    if (entry.isDirectory()) paths.push(...(await walk(root, path, selection)));
    else if (isTaken(name, selection) && (entry.isFile() || (await isLinkToFile(path)))) paths.push(path);
  }
  return paths;
}

async function matchesOf(pattern: string, selection: Selection): Promise<string[]> {
  if (!/[*?[{]/.test(pattern)) throw new UsageError(`There is no file or folder ${pattern}.`);
  const paths: string[] = [];
  for await (const match of new Bun.Glob(pattern).scan({ dot: selection.hidden, onlyFiles: true })) {
    const name = match.split(sep).join("/");
    const isHidden = name.split("/").some((part) => part !== ".." && isLeftOut(part, selection));
    if (!isHidden && !isExcluded(name, selection) && isTaken(name, selection)) paths.push(resolve(match));
  }
  if (paths.length === 0) throw new UsageError(`No file matches ${pattern}.`);
  return paths;
}

/** The current folder where all files are below it, else the deepest folder that holds them all. */
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

function nameBelow(root: string, path: string): string {
  return relative(root, path).split(sep).join("/");
}

function isLeftOut(name: string, { hidden }: Selection): boolean {
  return !hidden && (name.startsWith(".") || name === "node_modules");
}

function isTaken(name: string, { include }: Selection): boolean {
  return include.length === 0 || parentsOf(name).some((each) => matchesAny(include, each));
}

function isExcluded(name: string, { exclude }: Selection): boolean {
  return parentsOf(name).some((each) => matchesAny(exclude, each));
}

/** `a`, `a/b` and `a/b/c` of `a/b/c`. */
function parentsOf(name: string): string[] {
  const parts = name.split("/");
  return parts.map((_, at) => parts.slice(0, at + 1).join("/"));
}

/** A pattern without a slash is looked for in every folder. */
function matchesAny(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => {
    const isPath = pattern.replace(/\/$/, "").includes("/");
    return new Bun.Glob(pattern.replace(/^\.\/|\/$/g, "")).match(isPath ? name : basename(name));
  });
}

async function isLinkToFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ?? false;
}
