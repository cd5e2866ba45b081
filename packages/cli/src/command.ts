import manifest from "../package.json" with { type: "json" };
import { COMMANDS, loadCommand } from "./command-list.ts";
import { UsageError } from "./options/usage-error.ts";
import { printMessage } from "./terminal/output.ts";

const USAGE = `Usage: quarry COMMAND [options]

Commands:
${Object.entries(COMMANDS)
  .map(([name, { summary }]) => `  ${name.padEnd(13)}${summary}`)
  .join("\n")}

Run quarry COMMAND --help for details.

The server URL and the API key come from --url and --key, from QUARRY_URL and QUARRY_API_KEY, or from quarry login, in this
order. Results are written to stdout, all other messages to stderr. With --json, stdout contains only JSON.

Exit codes: 0 success, 1 completed with failures, 2 error`;

/** Runs `quarry` and returns the exit code. */
async function main([name, ...args]: readonly string[]): Promise<number> {
  if (name === "--help" || name === "-h" || name === "help") {
    console.log((await loadCommand(args[0]))?.usage ?? USAGE);
    return 0;
  }
  if (name === "--version") {
    console.log(manifest.version);
    return 0;
  }
  const command = await loadCommand(name);
  if (!command)
    throw new UsageError(name === undefined ? USAGE : `Unknown command ${JSON.stringify(name)}.\n\n${USAGE}`);
  if (args.includes("--help") || args.includes("-h")) {
    console.log(command.usage);
    return 0;
  }
  return command.run(args);
}

process.exitCode = await main(process.argv.slice(2)).catch(async (error: unknown) => {
  // Imported here, because it loads the SDK.
  const { errorMessage } = await import("./terminal/error-message.ts");
  printMessage(errorMessage(error));
  return 2;
});
