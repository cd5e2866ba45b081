import { fileURLToPath } from "node:url";
import { ModelFailure, type ModelReply, type ModelRequest, type ModelSettings } from "./model-messages.ts";

/** A process with a model in its memory. */
export interface ModelProcess {
  readonly dimensions: number;
  readonly isAlive: boolean;
  /**
   * One text at a time.
   * @throws ModelFailure
   */
  embed(text: string): Promise<Float32Array>;
  /** Ends it at once. */
  kill(): Promise<void>;
}

/** How the process is started. */
export interface ModelProcessOptions {
  /** Its environment: none of the server's secrets. */
  readonly environment: Readonly<Record<string, string>>;
  /** Hears how far a download is, and that loading has begun. */
  onProgress(loadedBytes: number, totalBytes: number): void;
  readonly signal: AbortSignal;
}

type Answer = Extract<ModelReply, { kind: "loaded" | "vector" }>;

const ENTRY = fileURLToPath(new URL("./model-child.ts", import.meta.url));
/** Longest time without a word from the process, in loading as in embedding. */
const SILENCE_MS = 120_000;

/**
 * Starts the process and waits until the model is loaded.
 * @throws ModelFailure
 */
export async function startModelProcess(
  settings: ModelSettings,
  { environment, onProgress, signal }: ModelProcessOptions,
): Promise<ModelProcess> {
  let waiting: PromiseWithResolvers<Answer> | undefined;
  let watch: Timer | undefined;
  let isAlive = true;

  const child = Bun.spawn([process.execPath, ENTRY, JSON.stringify(settings)], {
    stdio: ["ignore", "ignore", "ignore"],
    env: environment,
    serialization: "advanced",
    ipc(reply: ModelReply) {
      watch?.refresh();
      if (reply.kind === "progress") onProgress(reply.loadedBytes, reply.totalBytes);
      else if (reply.kind === "failed") waiting?.reject(new ModelFailure(reply.reason, reply.detail));
      else waiting?.resolve(reply);
    },
  });
  // An idle model keeps nobody from ending; while an answer is awaited, the watch does.
  child.unref();
  void child.exited.then(() => {
    isAlive = false;
    waiting?.reject(new ModelFailure("ended", "its process ended"));
  });
  const kill = async () => {
    isAlive = false;
    child.kill("SIGKILL");
    await child.exited;
  };

  async function answer(): Promise<Answer> {
    waiting = Promise.withResolvers();
    watch = setTimeout(() => void kill(), SILENCE_MS);
    if (!isAlive) waiting.reject(new ModelFailure("ended", "its process ended"));
    try {
      return await waiting.promise;
    } finally {
      clearTimeout(watch);
      waiting = undefined;
    }
  }

  signal.addEventListener("abort", () => void kill(), { once: true });
  const loaded = await answer().catch(async (error: unknown) => {
    await kill();
    throw error;
  });
  if (loaded.kind !== "loaded") throw new Error("the model's process answered before it was asked");
  return {
    dimensions: loaded.dimensions,
    get isAlive() {
      return isAlive;
    },
    async embed(text) {
      const answered = answer();
      if (isAlive) child.send({ text } satisfies ModelRequest);
      const said = await answered;
      if (said.kind !== "vector") throw new Error("the model's process answered something else");
      return said.vector;
    },
    kill,
  };
}
