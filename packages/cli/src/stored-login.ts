import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { UsageError } from "./usage-error.ts";

/** What `quarry login` keeps. */
export interface StoredLogin {
  readonly url: string;
  readonly key: string;
}

/** Where it is kept: `~/.config/quarry/config.json`, or below XDG_CONFIG_HOME. */
export function loginPath(): string {
  const base = process.env.XDG_CONFIG_HOME?.trim() || join(process.env.HOME ?? homedir(), ".config");
  return join(base, "quarry", "config.json");
}

/**
 * What was kept, or undefined.
 * @throws UsageError when the file cannot be read.
 */
export function readLogin(): StoredLogin | undefined {
  const path = loginPath();
  const text = readIfThere(path);
  if (text === undefined) return undefined;
  try {
    const { url, key } = JSON.parse(text) as Partial<Record<string, unknown>>;
    if (typeof url === "string" && typeof key === "string") return { url, key };
  } catch {
    // Said below; the parser's own words could quote the key.
  }
  throw new UsageError(`${path} is broken. Sign in again: quarry login`);
}

/** Keeps it where only this user can read it. */
export function writeLogin(login: StoredLogin): void {
  const path = loginPath();
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // Renamed into place: nobody ever reads half of it, and its mode is right from the first byte on.
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, path);
}

/** Forgets it; answers whether there was one. */
export function removeLogin(): boolean {
  try {
    rmSync(loginPath());
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw new UsageError(`${path} cannot be read: ${(error as Error).message}`);
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}
