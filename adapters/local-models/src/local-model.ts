import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { QuarryError } from "@quarry/core";
import { findModel } from "./find-model.ts";
import { askFault, loadFault, type ModelUse, notInstalled } from "./model-fault.ts";
import type { ModelInput, ModelTask } from "./model-messages.ts";
import { type ModelProcess, startModelProcess } from "./model-process.ts";
import { createModelQueue, type ModelLane } from "./model-queue.ts";

/** What every adapter that runs a model on this machine takes. */
export interface LocalModelOptions {
  /** A name on the hub, or the absolute path of a folder with the model's files. */
  readonly model?: string | undefined;
  /** Where models from the hub are kept. */
  readonly cacheDir: string;
  /** Address of the hub. Default Hugging Face's. */
  readonly hubUrl?: string | undefined;
  /** Tokens after which a text is cut, if its model does not cut it before. Bounds the memory. Default 1,024. */
  readonly maxTokens?: number;
  /** Processors that the model may use. Default half of them. */
  readonly threads?: number;
  /** Longest time that the model may be silent, in loading as with one text. Default 120,000. */
  readonly silenceMs?: number;
  /** The environment of the model's process: proxies, and a token for the hub. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Hears of a download, at most every 200 ms; of a model that is there, nothing. */
  readonly onDownload?: (loadedBytes: number, totalBytes: number) => void;
  /** Folders from which the package that runs models is looked for. */
  readonly packageFolders?: readonly string[];
}

/** A model that is loaded, in a process of its own. */
export interface LocalModel {
  /** Its name, and for a folder what tells its files from those of another model in the same place. */
  readonly id: string;
  /** Numbers in each answer. */
  readonly size: number;
  /**
   * Waits for its turn, and asks. What is aborted before its turn is not asked.
   * @throws QuarryError `unavailable`, or the signal's reason.
   */
  ask(input: ModelInput, lane: ModelLane, signal?: AbortSignal): Promise<Float32Array>;
  /** Ends the process; calls that wait or are under way fail. */
  close(): Promise<void>;
}

const PACKAGE = "@huggingface/transformers";
/** Where `install-local` puts it, and wherever a program that uses this package has it. */
const PACKAGE_FOLDERS = [new URL("../runtime/", import.meta.url), new URL("./", import.meta.url)];

/**
 * Starts a process for a model, because running one keeps a thread busy, and loads it. A process that died is started
 * again by the next call.
 * @throws QuarryError `invalid_request` when package or model are missing or cannot be used, `unavailable` when the model
 * must be downloaded and cannot.
 */
export async function openLocalModel(
  options: LocalModelOptions & { readonly model: string },
  task: ModelTask,
  use: ModelUse,
): Promise<LocalModel> {
  const { model, cacheDir, environment = {}, onDownload } = options;
  const hubUrl = `${(options.hubUrl ?? "https://huggingface.co").replace(/\/+$/, "")}/`;
  const runtime = findRuntime(
    options.packageFolders ?? PACKAGE_FOLDERS.map((url) => fileURLToPath(url)),
    use,
  );
  const { source, id } = await findModel(model, { cacheDir, hubUrl }, use);
  const settings = {
    ...{ runtime, source, task },
    maxTokens: options.maxTokens ?? 1024,
    threads: options.threads ?? Math.max(1, Math.floor(availableParallelism() / 2)),
  };
  const folder = source.kind === "folder" ? source.folder : join(cacheDir, source.name);
  const closing = new AbortController();
  const start = () =>
    startModelProcess(settings, {
      environment,
      onProgress: (loadedBytes, totalBytes) => onDownload?.(loadedBytes, totalBytes),
      silenceMs: options.silenceMs ?? 120_000,
      signal: closing.signal,
    }).catch((error: unknown) => {
      throw loadFault(error, { use, model, hubUrl, folder });
    });

  /** After the process has died: the files may have been replaced since, and their answers would be mixed. */
  async function startAgain(): Promise<ModelProcess> {
    const found = await findModel(model, { cacheDir, hubUrl }, use);
    if (found.id !== id)
      throw new Error("the model's files were replaced: restart Quarry to change the model");
    return start();
  }

  let running = await start();
  const queue = createModelQueue();

  async function askNow(input: ModelInput, signal: AbortSignal | undefined): Promise<Float32Array> {
    if (closing.signal.aborted) throw closed();
    signal?.throwIfAborted();
    try {
      if (!running.isAlive) running = await startAgain();
      return await running.ask(input);
    } catch (error) {
      throw closing.signal.aborted ? closed() : askFault(use, error);
    }
  }

  return {
    id,
    size: running.size,
    ask: (input, lane, signal) => queue.add(() => askNow(input, signal), lane),
    async close() {
      closing.abort();
      queue.clear(closed());
      await running.kill();
    },
  };
}

function closed(): QuarryError {
  return new QuarryError("unavailable", "Quarry is stopping. Send the request again.");
}

function findRuntime(folders: readonly string[], use: ModelUse): string {
  for (const folder of folders) {
    try {
      return Bun.resolveSync(PACKAGE, folder);
    } catch {
      // It may be in the next one.
    }
  }
  throw notInstalled(use);
}
