import { mkdtempSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { collectFiles } from "../docker/collect-files.ts";

/**
 * Builds the service with its embedded database as one executable file for this system: `bun run single-file FILE`. Run it
 * after `bun install --production --filter @quarry/server`, or in the whole repository.
 */

/** @returns The size of the file in bytes. */
export function buildSingleFile(file: string): number {
  const folder = mkdtempSync("/var/tmp/quarry-single-file-");
  try {
    collectFiles(join(folder, "app"));
    const packed = join(folder, "app.tar.gz");
    run(["tar", "--create", "--gzip", "--file", packed, "--directory", join(folder, "app"), "."]);
    // The launcher unpacks it into a folder of this name: another build, another folder.
    const hash = new Bun.CryptoHasher("sha256").update(readFileSync(packed)).digest("hex").slice(0, 16);
    const archive = join(folder, `${hash}.tar.gz`);
    renameSync(packed, archive);
    const launcher = join(import.meta.dir, "launcher.ts");
    run([process.execPath, "build", "--compile", "--outfile", resolve(file), launcher, archive]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return statSync(file).size;
}

function run(command: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(command, { stdout: "ignore", stderr: "pipe" });
  if (exitCode !== 0) throw new Error(`${command[0]} failed: ${stderr.toString()}`);
}

if (import.meta.main) {
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new Error("Name the file: bun run single-file FILE");
  console.log(`${file}: ${Math.round(buildSingleFile(file) / 1e6)} MB`);
}
