#!/usr/bin/env bun
import manifest from "../package.json" with { type: "json" };
import type { Command } from "./command-shape.ts";
import { askCommand } from "./commands/ask.ts";
import { createCompletionsCommand } from "./commands/completions.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { evalCommand } from "./commands/eval.ts";
import { exportCommand } from "./commands/export.ts";
import { importCommand } from "./commands/import.ts";
import { keysCommand } from "./commands/keys.ts";
import { loginCommand } from "./commands/login.ts";
import { logoutCommand } from "./commands/logout.ts";
import { queryCommand } from "./commands/query.ts";
import { spacesCommand } from "./commands/spaces.ts";
import { upCommand } from "./commands/up.ts";
import { uploadCommand } from "./commands/upload.ts";
import { failureText } from "./failure-text.ts";
import { tell } from "./printing.ts";
import { UsageError } from "./usage-error.ts";

/** The `quarry` command. Each of its commands is a file in commands/ and one line here. */
const COMMANDS: Readonly<Record<string, Command>> = {
  up: upCommand,
  login: loginCommand,
  logout: logoutCommand,
  spaces: spacesCommand,
  upload: uploadCommand,
  query: queryCommand,
  ask: askCommand,
  eval: evalCommand,
  export: exportCommand,
  import: importCommand,
  keys: keysCommand,
  doctor: doctorCommand,
  completions: createCompletionsCommand(() => COMMANDS),
};

const USAGE = `Usage: quarry COMMAND [options]

Commands:
${Object.entries(COMMANDS)
  .map(([name, { summary }]) => `  ${name.padEnd(13)}${summary}`)
  .join("\n")}

quarry COMMAND --help says more. The server and the key are --url and --key, or QUARRY_URL and QUARRY_API_KEY, or those of
quarry login. Results go to the standard output, everything else to the standard error; with --json the output is JSON alone.

Ends with 0 when it was done, with 1 when it was done and something in it failed, and with 2 when it could not be done.`;

function commandOf(name: string | undefined): Command | undefined {
  return Object.entries(COMMANDS).find(([known]) => known === name)?.[1];
}

async function main([name, ...args]: readonly string[]): Promise<number> {
  if (name === "--help" || name === "-h" || name === "help") {
    console.log(commandOf(args[0])?.usage ?? USAGE);
    return 0;
  }
  if (name === "--version") {
    console.log(manifest.version);
    return 0;
  }
  const command = commandOf(name);
  if (!command)
    throw new UsageError(
      name === undefined ? USAGE : `There is no command ${JSON.stringify(name)}.\n\n${USAGE}`,
    );
  if (args.includes("--help") || args.includes("-h")) {
    console.log(command.usage);
    return 0;
  }
  return command.run(args);
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  tell(failureText(error));
  return 2;
});
