import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Embedder, type EmbeddingPurpose, QuarryError } from "@quarry/core";
import { findModel } from "./find-model.ts";
import { embedFault, loadFault, notInstalled } from "./local-fault.ts";
import { familyOf, MODEL_FAMILIES, type ModelFamilyName } from "./model-family.ts";
import { type ModelProcess, startModelProcess } from "./model-process.ts";
import { createTextQueue } from "./text-queue.ts";

/** What `createLocalEmbedder` takes. */
export interface LocalEmbedderOptions {
  /** A name on the hub, or the absolute path of a folder with the model's files. Default `Xenova/bge-small-en-v1.5`. */
  readonly model?: string | undefined;
  /** How the model wants to be used. Default: what its name says. */
  readonly family?: ModelFamilyName | undefined;
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

const PACKAGE = "@huggingface/transformers";
/** Where `install-local` puts it, and wherever a program that uses this package has it. */
const PACKAGE_FOLDERS = [new URL("../../local-runtime/", import.meta.url), new URL("./", import.meta.url)];

/**
 * An embedder whose model runs on this machine, in a process of its own: running one keeps a thread busy. The model is
 * loaded when the promise resolves. Empty texts have a vector of zeros, all others one of length 1.
 * @throws QuarryError `invalid_request` when package or model are missing or cannot be used, `unavailable` when the model
 * must be downloaded and cannot.
 */
export async function createLocalEmbedder(options: LocalEmbedderOptions): Promise<Embedder> {
  const { model = "Xenova/bge-small-en-v1.5", cacheDir, environment = {}, onDownload } = options;
  const hubUrl = `${(options.hubUrl ?? "https://huggingface.co").replace(/\/+$/, "")}/`;
  const runtime = findRuntime(options.packageFolders ?? PACKAGE_FOLDERS.map((url) => fileURLToPath(url)));
  const { source, id } = await findModel(model, { cacheDir, hubUrl });
  const familyName = options.family ?? familyOf(model);
  const family = MODEL_FAMILIES[familyName];
  const settings = {
    ...{ runtime, source, pooling: family.pooling },
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
      throw loadFault(error, { model, hubUrl, folder });
    });

  /** After the process has died: the files may have been replaced since, and their vectors would be mixed. */
  async function startAgain(): Promise<ModelProcess> {
    const found = await findModel(model, { cacheDir, hubUrl });
    if (found.id !== id)
      throw new Error("the model's files were replaced: restart Quarry to change the model");
    return start();
  }

  let running = await start();
  const { dimensions } = running;
  const queue = createTextQueue(async (text) => {
    try {
      if (closing.signal.aborted) throw closed();
      if (!running.isAlive) running = await startAgain();
      return await running.embed(text);
    } catch (error) {
      throw closing.signal.aborted ? closed() : embedFault(error);
    }
  });

  return {
    model: `local:${id}:${familyName}`,
    dimensions,
    maxBatch: 32,
    family: "semantic",
    embed(texts: readonly string[], purpose: EmbeddingPurpose) {
      const prefix = family.prefix[purpose];
      return Promise.all(
        texts.map((text) =>
          text.trim() === "" ? new Float32Array(dimensions) : queue.add(prefix + text, purpose),
        ),
      );
    },
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

function findRuntime(folders: readonly string[]): string {
  for (const folder of folders) {
    try {
      return Bun.resolveSync(PACKAGE, folder);
    } catch {
      // It may be in the next one.
    }
  }
  throw notInstalled();
}
