// Runs a file with Bun: `node scripts/run.mjs server/src/main.ts`. Downloads Bun and installs the packages first,
// unless nothing has changed since the last time: for the server what it imports, otherwise all, with the tools of tests
// and pages. Plain JavaScript, because it runs before anything is installed.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const BUN_VERSION = "1.4.5";
const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..");
const INSTALLED = join(ROOT, "node_modules/.installed.json");
const FOR_SERVER = ["--production", "--filter", "@quarry/server"];

const hasTools = () => existsSync(join(ROOT, "node_modules/typescript"));
const isForServer = process.argv[2]?.startsWith("server/") ?? false;

/** Changes with everything that decides what is installed. */
function fingerprint() {
  const patches = readdirSync(join(ROOT, "patches")).map((name) => join("patches", name));
  const hash = createHash("sha256").update(BUN_VERSION);
  for (const path of ["package.json", "bun.lock", ...patches]) hash.update(readFileSync(join(ROOT, path)));
  return hash.digest("hex");
}

/** The path of Bun when this installation is complete. */
function installedBun() {
  try {
    const { bun, of } = JSON.parse(readFileSync(INSTALLED, "utf8"));
    accessSync(bun, constants.X_OK);
    return of === fingerprint() && (isForServer || hasTools()) ? bun : undefined;
  } catch {
    return undefined;
  }
}

function install() {
  // Nothing but what the file itself prints goes to stdout, and nothing but the file reads stdin.
  const npx = (words, stdout) => {
    const command = ["--yes", `bun@${BUN_VERSION}`, ...words];
    const { status, stdout: text } = spawnSync("npx", command, {
      cwd: ROOT,
      stdio: ["ignore", stdout, "inherit"],
      encoding: "utf8",
      shell: process.platform === "win32",
    });
    if (status !== 0) process.exit(status ?? 1);
    return text;
  };
  // Tools that are there stay: installing for the server alone would remove them.
  const what = isForServer && !hasTools() ? FOR_SERVER : [];
  npx(["install", "--frozen-lockfile", ...what], process.stderr.fd);
  const bun = npx(["-p", "Bun.which('bun')"], "pipe").trim();
  try {
    writeFileSync(INSTALLED, JSON.stringify({ bun, of: fingerprint() }));
  } catch {
    // A working copy of another user: the next run checks the installation again.
  }
  return bun;
}

const bun = installedBun() ?? install();
const args = process.argv.slice(2);
// Scripts that it starts find Bun by its name.
const env = { ...process.env, PATH: `${dirname(bun)}${delimiter}${process.env.PATH ?? ""}` };
// Where Node.js can, Bun replaces this process, which saves its memory.
if (process.execve && process.platform !== "win32") process.execve(bun, [bun, ...args], env);
const child = spawn(bun, args, { stdio: "inherit", env });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 1)));
