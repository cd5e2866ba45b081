#!/usr/bin/env bun
import { evalCommand } from "./commands/eval.ts";
import { failureText } from "./failure-text.ts";
import { UsageError } from "./usage-error.ts";

/** The `quarry` command. Each of its commands is a file in commands/ and one line here. */
const COMMANDS = { eval: evalCommand };

const USAGE = `Usage: quarry COMMAND [options]

Commands:
${Object.entries(COMMANDS)
  .map(([name, { summary }]) => `  ${name.padEnd(10)}${summary}`)
  .join("\n")}

quarry COMMAND --help says more. The server and the key are --url and --key, or QUARRY_URL and QUARRY_API_KEY.`;

/** Ends with 0, with 1 when a command's check failed, and with 2 when it could not be done. */
async function main([name, ...args]: readonly string[]): Promise<number> {
  if (name === "--help" || name === "help") {
    console.log(USAGE);
    return 0;
  }
  const command = Object.entries(COMMANDS).find(([known]) => known === name)?.[1];
  if (!command)
    throw new UsageError(
      name === undefined ? USAGE : `There is no command ${JSON.stringify(name)}.\n\n${USAGE}`,
    );
  if (args.includes("--help")) {
    console.log(command.usage);
    return 0;
  }
  return command.run(args);
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(failureText(error));
  return 2;
});
