import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { UsageError } from "../options/usage-error.ts";

/**
 * Asks the user to confirm an action that cannot be undone. Ctrl+C means no.
 * @throws UsageError if stdin is not a terminal.
 */
export async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new UsageError(`${question} Cannot ask for confirmation without a terminal. Use --yes to confirm.`);
  const readline = createInterface({ input: process.stdin, output: process.stderr });
  const stop = new AbortController();
  // Ctrl+C does not answer the question, so it would never end.
  readline.once("SIGINT", () => stop.abort());
  try {
    const answer = await readline.question(`${question} [y/N] `, { signal: stop.signal });
    return /^y(es)?$/i.test(answer.trim());
  } catch (error) {
    if (stop.signal.aborted) return false;
    throw error;
  } finally {
    readline.close();
  }
}

/** Reads a secret: from the terminal without echoing it, or from stdin if that is not a terminal. */
export async function readSecret(prompt: string): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).trim();
  process.stderr.write(prompt);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const readline = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return (await readline.question("")).trim();
  } finally {
    readline.close();
    process.stderr.write("\n");
  }
}
