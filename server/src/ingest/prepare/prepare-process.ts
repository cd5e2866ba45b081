import { setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { type ParseProgress, QuarryError } from "@quarry/core";
import { createYieldToEventLoop } from "@quarry/core/internal";
import type { OcrConfig } from "../../platform/settings/preparing.ts";
import { decodeMessages, type PrepareMessage, type PrepareRequest } from "./messages.ts";
import type { PreparedDocument } from "./prepare-document.ts";
import { collectPieces } from "./prepared-pieces.ts";
import { peakBytes, processorMs, resetPeakBytes, residentBytes } from "./process-usage.ts";

/** Settings and limits of prepare processes. */
export interface PrepareSettings {
  /** How text in images is recognized. */
  readonly ocr: Partial<OcrConfig>;
  /** Maximum length of a document's text, in UTF-16 code units. Default 10,000,000. */
  readonly maxTextChars?: number;
  /** The longest time without progress, in milliseconds of processor time, so that a busy machine fails no file. */
  readonly stallMs: number;
  readonly timeoutMs: number;
  readonly maxMemoryBytes: number;
  /** The environment of the processes. Must not contain the server's secrets. */
  readonly environment: Readonly<Record<string, string>>;
}

/** A child process that reads one file at a time. */
export interface PrepareProcess {
  /**
   * @throws QuarryError `invalid_request` when the file cannot be read or exceeds a limit.
   * @throws ProcessCrashed when the process ended for an unknown reason.
   */
  prepare(
    request: PrepareRequest,
    bytes: AsyncIterable<Uint8Array>,
    onProgress?: (progress: ParseProgress) => void,
    takeMember?: TakeMember,
  ): Promise<PreparedDocument>;
  /** The highest memory of the process while it read its last file, in bytes. */
  readonly peakBytes: number;
  /** True while the process can read another file. */
  readonly isFit: boolean;
  kill(): void;
}

/** Takes in a file of an archive that is being unpacked. */
export type TakeMember = (path: string, bytes: AsyncIterable<Uint8Array>) => Promise<void>;

/** The process crashed or was killed by the system. */
export class ProcessCrashed extends Error {
  override readonly name = "ProcessCrashed";
}

const ENTRY = fileURLToPath(new URL("./child.ts", import.meta.url));
const CHECK_EVERY_MS = 50;
/** A process that makes no progress and uses no processor is stopped after so many times `stallMs`. */
const IDLE_STALLS = 8;
/** A lower priority than the server's, so that queries stay fast while files are read. */
const NICENESS = 10;
/** A process that uses more memory, or has read more files, is replaced. */
const FIT_BYTES = 400 * 1024 * 1024;
const FIT_FILES = 1000;

/** Starts a process. */
export function startPrepareProcess({
  ocr,
  maxTextChars,
  environment,
  ...limits
}: PrepareSettings): PrepareProcess {
  const child = Bun.spawn([process.execPath, ENTRY, JSON.stringify({ ocr, maxTextChars })], {
    stdio: ["pipe", "pipe", "ignore"],
    // A process group, so that programs that it runs end with it.
    detached: true,
    env: environment,
  });
  child.unref();
  lowerPriority(child.pid);
  const messages = decodeMessages(child.stdout);
  let files = 0;
  let peak = 0;
  let isDead = false;
  // The system may also kill it while it is idle.
  void child.exited.then(() => {
    isDead = true;
  });
  const kill = () => {
    isDead = true;
    killGroup(child.pid);
  };

  return {
    async prepare(request, bytes, onProgress, takeMember) {
      files += 1;
      const startedAt = performance.now();
      const pieces = collectPieces();
      const yieldToEventLoop = createYieldToEventLoop();
      let sampledPeak = 0;
      resetPeakBytes(child.pid);
      const progressClock = createProgressClock(child.pid);
      let failure: unknown;
      const giveUp = (why: unknown) => {
        failure ??= why;
        kill();
      };
      const giveUpOn = (why: unknown) => {
        giveUp(why);
        throw failure;
      };
      let ahead: PrepareMessage | undefined;
      async function next(): Promise<PrepareMessage | undefined> {
        const kept = ahead;
        ahead = undefined;
        if (kept) return kept;
        const { value, done } = await messages.next();
        if (done) return undefined;
        progressClock.moved();
        return value;
      }
      /** The bytes of a file of an archive, up to the message that ends it. */
      async function* memberBytes(): AsyncGenerator<Uint8Array> {
        for (;;) {
          ahead = await next();
          if (!ahead) throw new ProcessCrashed("the prepare process ended");
          if (ahead.kind === "bytes") yield Buffer.from(ahead.base64, "base64");
          else if (ahead.kind === "progress") onProgress?.(ahead.progress);
          else return;
          ahead = undefined;
        }
      }
      const watch = setInterval(() => {
        const now = performance.now();
        if (progressClock.isStalled(limits.stallMs) || now - startedAt > limits.timeoutMs)
          giveUp(tooSlow(now - startedAt));
        const bytes = residentBytes(child.pid);
        sampledPeak = Math.max(sampledPeak, bytes);
        if (bytes > limits.maxMemoryBytes) giveUp(tooLarge(limits.maxMemoryBytes));
      }, CHECK_EVERY_MS);
      try {
        // A failing blob store fails the request. A broken pipe means that the process ended, which the loop detects.
        send(child.stdin, request, bytes).catch((error: unknown) => {
          if (!isBrokenPipe(error)) giveUp(error);
        });
        for (;;) {
          // Many messages may be here at once.
          await yieldToEventLoop();
          const message = await next();
          if (!message) break;
          // Samples count the programs that the process runs, and may miss a short peak of its own.
          if (message.kind === "done" || message.kind === "refused" || message.kind === "broken")
            peak = Math.max(sampledPeak, peakBytes(child.pid));
          if (message.kind === "progress") onProgress?.(message.progress);
          else if (message.kind === "text" || message.kind === "chunks") pieces.add(message);
          else if (message.kind === "member") await takeMember?.(message.path, memberBytes()).catch(giveUpOn);
          else if (message.kind === "done") return { ...message.document, ...pieces.finish() };
          else if (message.kind === "refused") throw new QuarryError("invalid_request", message.message);
          else if (message.kind === "broken") throw broken(message);
        }
        kill();
        throw failure ?? new ProcessCrashed("the prepare process ended");
      } finally {
        clearInterval(watch);
      }
    },
    get peakBytes() {
      return peak;
    },
    get isFit() {
      return !isDead && files < FIT_FILES && residentBytes(child.pid) < FIT_BYTES;
    },
    kill,
  };
}

/** Measures how long a process has made no progress. */
function createProgressClock(pid: number) {
  const read = () => ({ wallMs: performance.now(), workMs: processorMs(pid) });
  let last = read();
  return {
    moved() {
      last = read();
    },
    isStalled(stallMs: number): boolean {
      const now = read();
      const idleMs = now.wallMs - last.wallMs;
      if (now.workMs === undefined || last.workMs === undefined) return idleMs > stallMs;
      return now.workMs - last.workMs > stallMs || idleMs > IDLE_STALLS * stallMs;
    },
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
    // The process has ended already, or the system does not allow it.
  }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // All of them have ended already.
  }
}

function isBrokenPipe(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EPIPE";
}

function tooSlow(ms: number): QuarryError {
  const seconds = Math.round(ms / 1000);
  return new QuarryError(
    "invalid_request",
    `Reading the file was stopped after ${seconds} seconds because it took too long. The file may be damaged. Save it again, or send its text.`,
  );
}

function tooLarge(maxBytes: number): QuarryError {
  const megabytes = Math.round(maxBytes / 1024 / 1024);
  return new QuarryError(
    "invalid_request",
    `Reading the file took more than ${megabytes} MB of memory and was stopped. Split it into smaller files, or send its text.`,
  );
}

/** The cause has the name and the stack of the parser's error, for the log. */
function broken({ error, stack }: Extract<PrepareMessage, { readonly kind: "broken" }>): QuarryError {
  const cause = Object.assign(new Error("a parser failed on a file"), { name: error, stack });
  return new QuarryError(
    "invalid_request",
    "The file could not be read. It is damaged, or its type is not what its name or content suggests. Save it again and resend it.",
    { cause },
  );
}
