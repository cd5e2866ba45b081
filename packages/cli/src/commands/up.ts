import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Command } from "../command-shape.ts";
import { optionReader } from "../option-reader.ts";
import { UsageError } from "../usage-error.ts";

const USAGE = `Usage: quarry up [options]

Starts a server and runs until it is stopped (Ctrl+C). All its settings are environment variables (docs/settings.md); the
most common ones are options too.

  --port PORT          QUARRY_PORT, 7400 when left out; 0 takes any free one
  --host HOST          QUARRY_HOST, 127.0.0.1 when left out
  --data-dir FOLDER    QUARRY_DATA_DIR, ./quarry-data when left out

Examples:
  quarry up
  quarry up --port 8080 --data-dir /var/lib/quarry
  DATABASE_URL=postgres://localhost/quarry quarry up

Ends as the server does: with 0 when it was told to stop, with 1 when it could not start.`;

const { readAlone } = optionReader(USAGE);
const PASSED_ON = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The server's entry: in this repository, or as a package beside this one. */
const ENTRIES = ["../../../../server/src/main.ts", "../../../server/src/main.ts"];

/** `quarry up`: a server in a process of its own, with this one's settings and signals. */
export const upCommand: Command = {
  summary: "start a server",
  usage: USAGE,
  async run(args) {
    const text = { type: "string" } as const;
    const { port, host, "data-dir": dataDir } = readAlone(args, { port: text, host: text, "data-dir": text });
    const entry = ENTRIES.map((path) => join(import.meta.dirname, path)).find((path) => existsSync(path));
    if (entry === undefined)
      throw new UsageError("The server is not installed here. Start it in Quarry's repository: npm start");
    const env = {
      ...process.env,
      ...(port === undefined ? {} : { QUARRY_PORT: port }),
      ...(host === undefined ? {} : { QUARRY_HOST: host }),
      ...(dataDir === undefined ? {} : { QUARRY_DATA_DIR: resolve(dataDir) }),
    };
    const child = spawn(process.execPath, [entry], { env, stdio: "inherit" });
    for (const signal of PASSED_ON) process.on(signal, () => child.kill(signal));
    return new Promise((ended, failed) => {
      child.once("error", failed);
      child.once("exit", (code) => ended(code ?? 1));
    });
  },
};
