import { basename, relative, resolve, sep } from "node:path";
import picomatch from "picomatch";

/** A glob as it is written on a command line: the folder that it starts in, and a test of paths below that folder. */
export interface Glob {
  readonly folder: string;
  /** Whether a path relative to `folder`, with forward slashes, matches. */
  matches(path: string): boolean;
}

/** Reads a glob; undefined if the text has no wildcards. Hidden files match only where `hidden` is set or the glob names them. */
export function readGlob(pattern: string, hidden: boolean): Glob | undefined {
  const { base, glob, isGlob } = picomatch.scan(pattern);
  if (!isGlob) return undefined;
  return { folder: resolve(base), matches: picomatch(glob, { dot: hidden }) };
}

/** Whether one of the patterns matches: a pattern without a slash the last segment of a path, others the whole path. */
export function matchesAny(patterns: readonly string[], path: string): boolean {
  return patterns.some((pattern) => {
    const isPath = pattern.replace(/\/$/, "").includes("/");
    const matches = picomatch(pattern.replace(/^\.\/|\/$/g, ""), { dot: true });
    return matches(isPath ? path : basename(path));
  });
}

/** The path of a file relative to a folder, with forward slashes. */
export function nameBelow(folder: string, path: string): string {
  return relative(folder, path).split(sep).join("/");
}
