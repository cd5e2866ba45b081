import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { QuarryError } from "@quarry/core";
import { findModel } from "./find-model.ts";
import { loadError, type ModelUse, notInstalledError, runError } from "./model-errors.ts";
import type { ModelInput, ModelTask } from "./model-messages.ts";
import { type ModelProcess, startModelProcess } from "./model-process.ts";
import { createModelQueue, type ModelLane } from "./model-queue.ts";

/** Options of all adapters that run a model on this machine. */
export interface LocalModelOptions {
  /** A name on the hub, or the absolute path of a folder with the model's files. */
  readonly model?: string | undefined;
  /** Folder for models from the hub. */
  readonly cacheDir: string;
  /** Address of the hub. Default: Hugging Face. */
  readonly hubUrl?: string | undefined;
  /** Tokens after which a text is truncated, unless the model's limit is lower. Limits memory. Default 1,024. */
  readonly maxTokens?: number;
  /** Number of cores that the model uses. Default: half of them. */
  readonly threads?: number;
  /** Maximum time without a message from the model's process, in milliseconds. Default 120,000. */
  readonly silenceMs?: number;
  /** The environment of the model's process: proxies, and a token for the hub. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Called during a download, at most every 200 ms. Not called if the model is in the cache. */
  readonly onDownload?: (loadedBytes: number, totalBytes: number) => void;
  /** Folders from which the runtime package is resolved. */
  readonly packageFolders?: readonly string[];
}

/** A model loaded in a child process. */
export interface LocalModel {
  /** The model's name; for a folder, also a hash of its files. */
  readonly id: string;
  /** Length of the model's output. */
  readonly size: number;
  /**
   * Queues an input and runs the model on it. An input whose signal aborts while it waits is skipped.
   *
   * @throws QuarryError `unavailable`, or the signal's reason.
   */
  run(input: ModelInput, lane: ModelLane, signal?: AbortSignal): Promise<Float32Array>;
  /** Ends the process. Waiting and running calls fail. */
  close(): Promise<void>;
}

const PACKAGE = "@huggingface/transformers";
/** `install-local` installs the package in the first folder; a program that uses this package may provide its own. */
const PACKAGE_FOLDERS = ["../runtime/", "./"].map((path) => fileURLToPath(new URL(path, import.meta.url)));

/**
 * Loads a model in a child process, because running a model blocks a thread. If the process dies, the next call starts
 * another one.
 *
 * @throws QuarryError `invalid_request` if the package or model is missing or unusable, `unavailable` if the model cannot
 * be downloaded.
 */
export async function openLocalModel(
  options: LocalModelOptions & { readonly model: string },
  task: ModelTask,
  use: ModelUse,
): Promise<LocalModel> {
  const { model, cacheDir, environment = {}, onDownload, packageFolders = PACKAGE_FOLDERS } = options;
  const { maxTokens = 1024, silenceMs = 120_000, threads = defaultThreads() } = options;
  const hubUrl = `${(options.hubUrl ?? "https://huggingface.co").replace(/\/+$/, "")}/`;
  const runtime = findRuntime(packageFolders, use);
  const { source, id } = await findModel(model, { cacheDir, hubUrl }, use);
  const settings = { runtime, source, task, maxTokens, threads };
  const folder = source.kind === "folder" ? source.folder : join(cacheDir, source.name);
  const closing = new AbortController();
  const start = () =>
    startModelProcess(settings, {
      environment,
      onProgress: (loadedBytes, totalBytes) => onDownload?.(loadedBytes, totalBytes),
      silenceMs,
      signal: closing.signal,
    }).catch((error: unknown) => {
      throw loadError(error, { use, model, hubUrl, folder });
    });

  /** Restarts a process that died, unless the files were replaced: outputs of two models must not be mixed. */
  async function restart(): Promise<ModelProcess> {
    const found = await findModel(model, { cacheDir, hubUrl }, use);
    if (found.id !== id)
      throw new Error("The model's files were replaced. Restart Quarry to change the model.");
    return start();
  }

  let modelProcess = await start();
  const queue = createModelQueue();

  async function runNow(input: ModelInput, signal: AbortSignal | undefined): Promise<Float32Array> {
    if (closing.signal.aborted) throw closedError();
    signal?.throwIfAborted();
    try {
      if (!modelProcess.isAlive) modelProcess = await restart();
      return await modelProcess.run(input);
    } catch (error) {
      throw closing.signal.aborted ? closedError() : runError(use, error);
    }
  }

  return {
    id,
    size: modelProcess.size,
    run: (input, lane, signal) => queue.add(() => runNow(input, signal), lane),
    async close() {
      closing.abort();
      queue.clear(closedError());
      await modelProcess.kill();
    },
  };
}

function defaultThreads(): number {
  return Math.max(1, Math.floor(availableParallelism() / 2));
}

function closedError(): QuarryError {
  return new QuarryError("unavailable", "Quarry is stopping. Send the request again.");
}

function findRuntime(folders: readonly string[], use: ModelUse): string {
  for (const folder of folders) {
    try {
      return Bun.resolveSync(PACKAGE, folder);
    } catch {
      // Try the next folder.
    }
  }
  throw notInstalledError(use);
}
