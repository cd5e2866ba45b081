import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
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
const FORWARDED_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Paths of the server's entry point: in this repository, and as a sibling package. */
const ENTRIES = ["../../../../server/src/main.ts", "../../../server/src/main.ts"];

/** `quarry up`: runs the server in a child process and forwards settings and signals to it. */
export const upCommand: Command = {
  usage: USAGE,
  async run(args) {
    const text = { type: "string" } as const;
    const { port, host, "data-dir": dataDir } = readAlone(args, { port: text, host: text, "data-dir": text });
    const entry = ENTRIES.map((path) => join(import.meta.dirname, path)).find((path) => existsSync(path));
    if (entry === undefined)
      throw new UsageError("The server is not installed here. Run npm start in Quarry's repository.");
    const env = {
      ...process.env,
      ...(port === undefined ? {} : { QUARRY_PORT: port }),
      ...(host === undefined ? {} : { QUARRY_HOST: host }),
      ...(dataDir === undefined ? {} : { QUARRY_DATA_DIR: resolve(dataDir) }),
    };
    const child = spawn(process.execPath, [entry], { env, stdio: "inherit" });
    for (const signal of FORWARDED_SIGNALS) process.on(signal, () => child.kill(signal));
    return new Promise((ended, failed) => {
      child.once("error", failed);
      child.once("exit", (code) => ended(code ?? 1));
    });
  },
};
