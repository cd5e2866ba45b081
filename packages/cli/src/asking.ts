import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { UsageError } from "./usage-error.ts";

/**
 * Lets a person say yes to what cannot be undone.
 * @throws UsageError when nobody is there to be asked.
 */
export async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new UsageError(`${question} Nobody can be asked here; --yes says yes.`);
  const asked = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await asked.question(`${question} [y/N] `)).trim());
  } finally {
    asked.close();
  }
}

/** A secret from the keyboard, not shown while it is typed; without a terminal, what comes in at the standard input. */
export async function readSecret(prompt: string): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).trim();
  process.stderr.write(prompt);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const asked = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return (await asked.question("")).trim();
  } finally {
    asked.close();
    process.stderr.write("\n");
  }
}
