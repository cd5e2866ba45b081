import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve, sep } from "node:path";
import { embeddedFiles } from "bun";

/**
 * The program of the single file: `build.ts` compiles it with the service's files. With its first start, it unpacks them into
 * a folder of the user. Then it becomes Bun, and runs the service or a command from there.
 */

const USAGE = `Usage:
  quarry                      start the service; settings are in the environment
  quarry COMMAND [OPTIONS]    doctor, reindex, move, backup, verify, restore or tier, as "bun run COMMAND" in the repository
The files of the program are unpacked into ~/.cache/quarry, or into the folder that QUARRY_PROGRAM_DIR names.`;

const [archive] = embeddedFiles as readonly (Blob & { readonly name: string })[];
if (!archive) throw new Error("This program was built without the files of the service.");
const folder = join(programFolder(), archive.name.replace(/\..*$/, ""));
const args = process.argv.slice(2);
if (args[0] === "--help" || args[0] === "-h") console.log(USAGE);
else become(existsSync(folder) ? folder : await unpack(archive, folder));

/** Only this user may write to it, because what it contains is run. */
function programFolder(): string {
  const { QUARRY_PROGRAM_DIR, XDG_CACHE_HOME, HOME } = process.env;
  if (QUARRY_PROGRAM_DIR) return resolve(QUARRY_PROGRAM_DIR);
  if (!XDG_CACHE_HOME && !HOME) {
    console.error(
      "Set QUARRY_PROGRAM_DIR to a folder for the program's files, which only this user may write to.",
    );
    process.exit(1);
  }
  return join(XDG_CACHE_HOME || join(homedir(), ".cache"), "quarry");
}

/** A folder is complete when it has its name: of programs that start at the same moment, one wins. */
async function unpack(file: Blob, to: string): Promise<string> {
  console.error(`Unpacking the program into ${to}, once.`);
  const partial = `${to}.${process.pid}`;
  mkdirSync(partial, { recursive: true, mode: 0o700 });
  try {
    await new Bun.Archive(await file.arrayBuffer()).extract(partial);
    renameSync(partial, to);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  }
  return to;
}

/** Replaces this process by Bun with the service. The processes that the service starts call this file, too. */
function become(program: string): never {
  const [first = ""] = args;
  const isOwnProcess = resolve(first).startsWith(program + sep);
  const service = join(program, "server/src", args.length === 0 ? "main.ts" : "command.ts");
  const words = isOwnProcess ? args : [service, ...args];
  process.execve?.(process.execPath, [process.execPath, ...words], {
    ...process.env,
    NODE_ENV: "production",
    // An executable that Bun has compiled behaves as Bun itself.
    BUN_BE_BUN: "1",
  });
  throw new Error("This system cannot replace a process.");
}
