import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** What a sample did. */
export interface SampleOutcome {
  /** The values that it printed. */
  readonly printed: readonly unknown[];
  /** The error that ended it. */
  readonly problem: string | null;
}

/** A process that runs samples one after another, which is faster than one for each. */
export interface SampleRunner {
  /** Runs the sample in a file. One that has no end is ended when it has printed `until`. */
  run(file: string, until: string | null): Promise<SampleOutcome>;
  stop(): Promise<void>;
}

/** The programs that run samples. */
const RUNNERS = {
  TypeScript: [process.execPath, join(import.meta.dir, "run-samples.ts")],
  Python: ["python3", join(import.meta.dir, "run-samples.py")],
} as const;

/** Starts the process that runs the samples of a language. */
export function startRunner(
  language: keyof typeof RUNNERS,
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): SampleRunner {
  const [program, ...words] = RUNNERS[language];
  const child = spawn(program, words, {
    ...{ cwd, env: { ...process.env, NO_COLOR: "1", ...env } },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const closed = once(child, "close");
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async run(file, until) {
      child.stdin.write(`${JSON.stringify({ file, until })}\n`);
      const { value, done } = await answers.next();
      if (done) throw new Error(`The ${language} process ended while it ran ${file}.`);
      return JSON.parse(value) as SampleOutcome;
    },
    async stop() {
      child.kill();
      await closed;
    },
  };
}
