import { fileURLToPath } from "node:url";
import {
  ModelFailure,
  type ModelFailureReason,
  type ModelInput,
  type ModelReply,
  type ModelRequest,
  type ModelSettings,
} from "./model-messages.ts";

/** A child process that has loaded a model. */
export interface ModelProcess {
  /** Length of the model's output. */
  readonly size: number;
  readonly isAlive: boolean;
  /**
   * Runs the model. Only one call at a time is allowed.
   *
   * @throws ModelFailure
   */
  run(input: ModelInput): Promise<Float32Array>;
  /** Kills the process and waits until it has exited. */
  kill(): Promise<void>;
}

/** Options of {@link startModelProcess}. */
export interface ModelProcessOptions {
  /** The environment of the process, without the server's secrets. */
  readonly environment: Readonly<Record<string, string>>;
  /** Called during a download. */
  onProgress(loadedBytes: number, totalBytes: number): void;
  /** Maximum time without a message from the process, in milliseconds. */
  readonly silenceMs: number;
  /** Kills the process. */
  readonly signal: AbortSignal;
}

type Success = Extract<ModelReply, { kind: "loaded" | "output" }>;

const ENTRY = fileURLToPath(new URL("./model-child.ts", import.meta.url));

/**
 * Starts a process and waits until the model is loaded.
 *
 * @throws ModelFailure
 */
export async function startModelProcess(
  settings: ModelSettings,
  { environment, onProgress, silenceMs, signal }: ModelProcessOptions,
): Promise<ModelProcess> {
  let pending: PromiseWithResolvers<Success> | undefined;
  let watchdog: Timer | undefined;
  let isAlive = true;

  const fail = (reason: ModelFailureReason, detail: string) =>
    pending?.reject(new ModelFailure(reason, detail));

  const child = Bun.spawn([process.execPath, ENTRY], {
    stdio: ["ignore", "ignore", "ignore"],
    env: environment,
    serialization: "advanced",
    ipc(reply: ModelReply) {
      watchdog?.refresh();
      if (reply.kind === "progress") onProgress(reply.loadedBytes, reply.totalBytes);
      else if (reply.kind === "failed") fail(reply.reason, reply.detail);
      else pending?.resolve(reply);
    },
  });
  // An idle model must not keep the server running. During a request, the watchdog timer does.
  child.unref();
  void child.exited.then(() => {
    isAlive = false;
    fail("exited", "its process exited");
  });
  const kill = async () => {
    isAlive = false;
    child.kill("SIGKILL");
    // Keeps the server running until the child has exited.
    child.ref();
    await child.exited;
  };

  async function send(request: ModelRequest): Promise<Success> {
    pending = Promise.withResolvers();
    watchdog = setTimeout(() => {
      fail("unresponsive", `its process did not respond for ${silenceMs / 1000} seconds`);
      void kill();
    }, silenceMs);
    try {
      // Settings go through the pipe because other users can see a process's arguments.
      child.send(request);
    } catch {
      fail("exited", "its process exited");
    }
    try {
      return await pending.promise;
    } finally {
      clearTimeout(watchdog);
      watchdog = undefined;
      pending = undefined;
    }
  }

  signal.addEventListener("abort", () => void kill(), { once: true });
  const loaded = await send({ kind: "load", settings }).catch(async (error: unknown) => {
    await kill();
    throw error;
  });
  if (loaded.kind !== "loaded")
    throw new Error(`The model's process replied to "load" with "${loaded.kind}".`);
  return {
    size: loaded.size,
    get isAlive() {
      return isAlive;
    },
    async run(input) {
      const reply = await send({ kind: "run", input });
      if (reply.kind !== "output")
        throw new Error(`The model's process replied to "run" with "${reply.kind}".`);
      return reply.numbers;
    },
    kill,
  };
}
