import { setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { type ParseProgress, QuarryError } from "@quarry/core";
import { decodeMessages, type PrepareRequest } from "./messages.ts";
import type { PreparedDocument } from "./prepare-document.ts";
import { residentBytes } from "./resident-bytes.ts";

/** How files are read, and what one may take. */
export interface PrepareSettings {
  /** Codes of the languages of texts in pictures. */
  readonly ocrLanguages: readonly string[];
  /** Longest time without any progress. */
  readonly stallMs: number;
  readonly timeoutMs: number;
  readonly maxMemoryBytes: number;
  /** The environment of the processes: none of the server's secrets. */
  readonly environment: Readonly<Record<string, string>>;
}

/** One child process, which reads one file at a time. */
export interface PrepareProcess {
  /**
   * @throws QuarryError `invalid_request` when the file cannot be read, or took more than the limits allow.
   * @throws ProcessCrashed when the process ended for no known reason.
   */
  prepare(
    request: PrepareRequest,
    bytes: AsyncIterable<Uint8Array>,
    onProgress?: (progress: ParseProgress) => void,
  ): Promise<PreparedDocument>;
  /** True while it can take another file. */
  readonly isFit: boolean;
  kill(): void;
}

/** The process died by itself, or by the system's hand. */
export class ProcessCrashed extends Error {
  override readonly name = "ProcessCrashed";
}

const ENTRY = fileURLToPath(new URL("./child.ts", import.meta.url));
const LOOK_EVERY_MS = 50;
/** Below the server, so that questions are answered while files are read. */
const NICENESS = 10;
/** A process that has grown beyond this, or served so many, makes way for a fresh one. */
const FIT_BYTES = 400 * 1024 * 1024;
const FIT_FILES = 1000;

/** Starts a process. */
export function startPrepareProcess({
  ocrLanguages,
  environment,
  ...limits
}: PrepareSettings): PrepareProcess {
  const child = Bun.spawn([process.execPath, ENTRY, ...ocrLanguages], {
    stdio: ["pipe", "pipe", "ignore"],
    env: environment,
  });
  child.unref();
  lowerPriority(child.pid);
  const messages = decodeMessages(child.stdout);
  let files = 0;
  let isDead = false;
  // Others may end it too, and while it has nothing to do.
  void child.exited.then(() => {
    isDead = true;
  });
  const kill = () => {
    isDead = true;
    child.kill("SIGKILL");
  };

  return {
    async prepare(request, bytes, onProgress) {
      files += 1;
      const startedAt = performance.now();
      let movedAt = startedAt;
      let failure: unknown;
      const giveUp = (why: unknown) => {
        failure ??= why;
        kill();
      };
      const watch = setInterval(() => {
        const now = performance.now();
        if (now - movedAt > limits.stallMs || now - startedAt > limits.timeoutMs)
          giveUp(tooSlow(now - startedAt));
        else if (residentBytes(child.pid) > limits.maxMemoryBytes) giveUp(tooLarge(limits.maxMemoryBytes));
      }, LOOK_EVERY_MS);
      try {
        // What cannot be read from its store fails for the store's reason; that the process is gone shows below.
        send(child.stdin, request, bytes).catch((error: unknown) => {
          if (!isBrokenPipe(error)) giveUp(error);
        });
        for (;;) {
          const { value: message, done } = await messages.next();
          if (done) break;
          movedAt = performance.now();
          if (message.kind === "progress") onProgress?.(message.progress);
          else if (message.kind === "done") return message.document;
          else if (message.kind === "refused") throw new QuarryError("invalid_request", message.message);
          else throw broken(message.message);
        }
        kill();
        throw failure ?? new ProcessCrashed("the process that read a file ended");
      } finally {
        clearInterval(watch);
      }
    },
    get isFit() {
      return !isDead && files < FIT_FILES && residentBytes(child.pid) < FIT_BYTES;
    },
    kill,
  };
}

async function send(
  stdin: Bun.FileSink,
  request: PrepareRequest,
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> {
  stdin.write(`${JSON.stringify(request)}\n`);
  for await (const part of bytes) {
    stdin.write(part);
    await stdin.flush();
  }
  await stdin.flush();
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, NICENESS);
  } catch {
    // It is gone already, or the system does not allow it.
  }
}

function isBrokenPipe(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EPIPE";
}

function tooSlow(ms: number): QuarryError {
  const seconds = Math.round(ms / 1000);
  return new QuarryError(
    "invalid_request",
    `Reading the file was given up after ${seconds} seconds without getting on. It may be damaged or made to keep readers busy: save it anew, or send its text.`,
  );
}

function tooLarge(maxBytes: number): QuarryError {
  const megabytes = Math.round(maxBytes / 1024 / 1024);
  return new QuarryError(
    "invalid_request",
    `Reading the file took more than ${megabytes} MB of memory and was given up. Split it into smaller files, or send its text.`,
  );
}

function broken(message: string): QuarryError {
  return new QuarryError(
    "invalid_request",
    "The file could not be read: it is damaged, or not of the kind that it seems to be. Save it anew and send it again.",
    { cause: new Error(message) },
  );
}
