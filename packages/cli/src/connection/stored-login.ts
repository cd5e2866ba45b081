import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { UsageError } from "../options/usage-error.ts";

/** The data that `quarry login` saves. */
export interface StoredLogin {
  readonly url: string;
  readonly key: string;
}

/** The path of the saved login: `~/.config/quarry/config.json`, or below XDG_CONFIG_HOME. */
export function loginPath(): string {
  const base = process.env.XDG_CONFIG_HOME?.trim() || join(process.env.HOME ?? homedir(), ".config");
  return join(base, "quarry", "config.json");
}

/**
 * Reads the saved login; undefined if there is none.
 * @throws UsageError if the file is unreadable or invalid.
 */
export function readLogin(): StoredLogin | undefined {
  const path = loginPath();
  const text = readIfExists(path);
  if (text === undefined) return undefined;
  try {
    const { url, key } = JSON.parse(text) as Partial<Record<string, unknown>>;
    if (typeof url === "string" && typeof key === "string") return { url, key };
  } catch {
    // Reported below, because the parser's message could contain the key.
  }
  throw new UsageError(`${path} is invalid. Run quarry login to replace it.`);
}

/** Saves a login in a file that only the current user can read. */
export function writeLogin(login: StoredLogin): void {
  const path = loginPath();
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // Written to a draft with the right mode and renamed, so that the file is never incomplete or readable by others.
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, path);
}

/** Deletes the saved login. Returns whether there was one. */
export function removeLogin(): boolean {
  try {
    rmSync(loginPath());
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw new UsageError(`Cannot read ${path}: ${(error as Error).message}`);
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}
