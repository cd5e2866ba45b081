import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** A `bun server/src/main.ts` process, observed until its exit. */
export interface ServerProcess {
  /** Address; empty when the process exits before it is ready. */
  readonly ready: Promise<string>;
  readonly exited: Promise<number>;
  readonly stdout: Promise<string>;
  readonly stderr: Promise<string>;
  signal(name: NodeJS.Signals): void;
}

const REPOSITORY = resolve(import.meta.dir, "../..");
const LIMIT_MS = 120_000;

/**
 * Starts the server with exactly these settings; it is killed after two minutes, or `limitMs`.
 * @param options `cwd` is the folder of its sources, by default the repository.
 */
export function startProcess(
  env: Readonly<Record<string, string>>,
  options: { readonly cwd?: string; readonly limitMs?: number } = {},
): ServerProcess {
  const { cwd = REPOSITORY, limitMs = LIMIT_MS } = options;
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(QUARRY|OPENAI)_|^NODE_ENV$/.test(name),
  );
  const child = Bun.spawn([process.execPath, "server/src/main.ts"], {
    cwd,
    env: { ...Object.fromEntries(inherited), QUARRY_PORT: "0", ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    timeout: limitMs,
    killSignal: "SIGKILL",
  });
  const { promise: ready, resolve: isReady } = Promise.withResolvers<string>();
  return {
    ready,
    exited: child.exited,
    stdout: watched(child.stdout, isReady),
    stderr: new Response(child.stderr).text(),
    signal: (name) => child.kill(name),
  };
}

/** Reads the stream to its end, and reports the server's address when it appears. */
async function watched(
  stream: ReadableStream<Uint8Array>,
  isReady: (address: string) => void,
): Promise<string> {
  let seen = "";
  const decoder = new TextDecoder();
  for await (const piece of stream) {
    seen += decoder.decode(piece, { stream: true });
    const address = /ready at (http:\/\/\S+)\n/.exec(seen)?.[1];
    if (address !== undefined) isReady(address);
  }
  isReady("");
  return seen;
}

/** Runs `task` with a temporary folder. */
export async function withFolder<Result>(task: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "quarry-start-"));
  try {
    return await task(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
