import { join } from "node:path";

const REPOSITORY = join(import.meta.dir, "../..");

/** The revision that runs, with `-dirty` when files were changed. */
export function revision(): string {
  const { stdout } = Bun.spawnSync(["git", "describe", "--always", "--dirty"], { cwd: REPOSITORY });
  return stdout.toString().trim();
}
