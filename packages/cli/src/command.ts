import manifest from "../package.json" with { type: "json" };
import { COMMANDS, loadCommand } from "./command-list.ts";
import { didYouMean } from "./options/closest.ts";
import { UsageError } from "./options/usage-error.ts";
import { printMessage } from "./terminal/output.ts";

const SYNOPSIS = "Usage: quarry COMMAND [options]";
const USAGE = `${SYNOPSIS}

Commands:
${Object.entries(COMMANDS)
  .flatMap(([name, { summary }]) => (summary === undefined ? [] : [`  ${name.padEnd(13)}${summary}`]))
  .join("\n")}

Run quarry COMMAND --help for details.

The server URL and the API key come from --url and --key, from QUARRY_URL and QUARRY_API_KEY, or from quarry login, in this
order. Results are written to stdout, all other messages to stderr. With --json, stdout contains only JSON.

Exit codes: 0 success, 1 completed with failures, 2 error, 130 stopped with Ctrl+C`;

/** Runs `quarry` and returns the exit code. */
async function main([name, ...args]: readonly string[]): Promise<number> {
  if (name === "--help" || name === "-h" || name === "help") {
    console.log((await loadCommand(args[0]))?.usage ?? USAGE);
    return 0;
  }
  if (name === "--version" || name === "-v") {
    console.log(manifest.version);
    return 0;
  }
  if (name === undefined) throw new UsageError(USAGE);
  const command = await loadCommand(name);
  if (!command) throw new UsageError(unknownCommand(name));
  if (args.includes("--help") || args.includes("-h")) {
    console.log(command.usage);
    return 0;
  }
  return command.run(args);
}

function unknownCommand(name: string): string {
  const kind = name.startsWith("-") ? "option" : "command";
  const known = [...Object.keys(COMMANDS), "help", "--help", "--version"];
  return `Unknown ${kind} ${JSON.stringify(name)}.${didYouMean(name, known)}\n${SYNOPSIS}\nRun quarry --help for the list of commands.`;
}

// The reader of a pipe, such as `head`, may close it before the end.
process.stdout.on("error", (error: Error & { readonly code?: string }) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

process.exitCode = await main(process.argv.slice(2)).catch(async (error: unknown) => {
  // Imported here, because it loads the SDK.
  const { errorMessage } = await import("./terminal/error-message.ts");
  printMessage(await errorMessage(error));
  return 2;
});
