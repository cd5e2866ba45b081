import { fileURLToPath } from "node:url";
import {
  ModelFailure,
  type ModelFailureReason,
  type ModelInput,
  type ModelReply,
  type ModelRequest,
  type ModelSettings,
} from "./model-messages.ts";

/** A process with a model in its memory. */
export interface ModelProcess {
  /** Numbers in each answer. */
  readonly size: number;
  readonly isAlive: boolean;
  /**
   * One at a time.
   * @throws ModelFailure
   */
  ask(input: ModelInput): Promise<Float32Array>;
  /** Ends it at once. */
  kill(): Promise<void>;
}

/** How the process is started. */
export interface ModelProcessOptions {
  /** Its environment: none of the server's secrets. */
  readonly environment: Readonly<Record<string, string>>;
  /** Hears how far a download is. */
  onProgress(loadedBytes: number, totalBytes: number): void;
  /** Longest time without a word from the process, in loading as in answering. */
  readonly silenceMs: number;
  readonly signal: AbortSignal;
}

type Answer = Extract<ModelReply, { kind: "loaded" | "answer" }>;

const ENTRY = fileURLToPath(new URL("./model-child.ts", import.meta.url));

/**
 * Starts the process and waits until the model is loaded.
 * @throws ModelFailure
 */
export async function startModelProcess(
  settings: ModelSettings,
  { environment, onProgress, silenceMs, signal }: ModelProcessOptions,
): Promise<ModelProcess> {
  let waiting: PromiseWithResolvers<Answer> | undefined;
  let watch: Timer | undefined;
  let isAlive = true;

  const fail = (reason: ModelFailureReason, detail: string) =>
    waiting?.reject(new ModelFailure(reason, detail));

  const child = Bun.spawn([process.execPath, ENTRY], {
    stdio: ["ignore", "ignore", "ignore"],
    env: environment,
    serialization: "advanced",
    ipc(reply: ModelReply) {
      watch?.refresh();
      if (reply.kind === "progress") onProgress(reply.loadedBytes, reply.totalBytes);
      else if (reply.kind === "failed") fail(reply.reason, reply.detail);
      else waiting?.resolve(reply);
    },
  });
  // An idle model keeps nobody from ending; while an answer is awaited, the watch does.
  child.unref();
  void child.exited.then(() => {
    isAlive = false;
    fail("ended", "its process ended");
  });
  const kill = async () => {
    isAlive = false;
    child.kill("SIGKILL");
    // Whoever waits for the end must not end before it.
    child.ref();
    await child.exited;
  };

  async function send(request: ModelRequest): Promise<Answer> {
    waiting = Promise.withResolvers();
    watch = setTimeout(() => {
      fail("silent", `it was not heard of for ${silenceMs / 1000} seconds`);
      void kill();
    }, silenceMs);
    try {
      // Through the pipe, for the list of processes shows everybody what a process is started with.
      child.send(request);
    } catch {
      fail("ended", "its process ended");
    }
    try {
      return await waiting.promise;
    } finally {
      clearTimeout(watch);
      watch = undefined;
      waiting = undefined;
    }
  }

  signal.addEventListener("abort", () => void kill(), { once: true });
  const loaded = await send({ kind: "load", settings }).catch(async (error: unknown) => {
    await kill();
    throw error;
  });
  if (loaded.kind !== "loaded") throw new Error("the model's process answered before it was asked");
  return {
    size: loaded.size,
    get isAlive() {
      return isAlive;
    },
    async ask(input) {
      const said = await send({ kind: "ask", input });
      if (said.kind !== "answer") throw new Error("the model's process answered something else");
      return said.numbers;
    },
    kill,
  };
}
