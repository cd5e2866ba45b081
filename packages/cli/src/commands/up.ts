import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Command } from "../options/command-definition.ts";
import { optionReader } from "../options/option-reader.ts";
import { UsageError } from "../options/usage-error.ts";

const USAGE = `Usage: quarry up [options]

Starts a server and runs it until you stop it (Ctrl+C). All settings are environment variables (see docs/settings.md); these
options set the most common ones.

  --port PORT          Sets QUARRY_PORT (default 7400); 0 selects a free port
  --host HOST          Sets QUARRY_HOST (default 127.0.0.1)
  --data-dir FOLDER    Sets QUARRY_DATA_DIR (default ./quarry-data)

Examples:
  quarry up
  quarry up --port 8080 --data-dir /var/lib/quarry
  DATABASE_URL=postgres://localhost/quarry quarry up

Exit codes are the server's: 0 stopped, 1 could not start`;

const { readAlone } = optionReader(USAGE);
const SERVER = "server/src/main.ts";
/** Runs a file with Bun, which it downloads first if necessary. */
const RUN_WITH_BUN = "scripts/run.mjs";
const FORWARDED_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** `quarry up`: runs the server in a child process and forwards settings and signals to it. */
export const upCommand: Command = {
  usage: USAGE,
  async run(args) {
    const text = { type: "string" } as const;
    const { port, host, "data-dir": dataDir } = readAlone(args, { port: text, host: text, "data-dir": text });
    const checkout = checkoutFolder(import.meta.dirname);
    if (checkout === undefined)
      throw new UsageError(
        "The server is not part of this package. Run npm start in a checkout of Quarry, or its image (deploy/README.md there).",
      );
    const env = {
      ...process.env,
      ...(port === undefined ? {} : { QUARRY_PORT: port }),
      ...(host === undefined ? {} : { QUARRY_HOST: host }),
      ...(dataDir === undefined ? {} : { QUARRY_DATA_DIR: resolve(dataDir) }),
    };
    const server = join(checkout, SERVER);
    const words = "bun" in process.versions ? [server] : [join(checkout, RUN_WITH_BUN), server];
    const child = spawn(process.execPath, words, { env, stdio: "inherit" });
    for (const signal of FORWARDED_SIGNALS) process.on(signal, () => child.kill(signal));
    return new Promise((ended, failed) => {
      child.once("error", failed);
      child.once("exit", (code) => ended(code ?? 1));
    });
  },
};

/** The checkout of Quarry that contains a folder. */
function checkoutFolder(folder: string): string | undefined {
  if (existsSync(join(folder, SERVER))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : checkoutFolder(parent);
}
