import { join } from "node:path";
import { FULL_WEIGHTS, missingFiles } from "./model-files.ts";
import { ModelFailure, type ModelInput, type ModelSettings } from "./model-messages.ts";
import { readOutput } from "./model-output.ts";
import type { LoadEvent, RuntimePackage } from "./runtime-package.ts";
import { createTokenReader } from "./token-reader.ts";

/** A model in memory. */
export interface LoadedModel {
  /** Length of the model's output. */
  readonly size: number;
  run(input: ModelInput): Promise<Float32Array>;
}

type OnBytes = (loadedBytes: number, totalBytes: number) => void;

/**
 * Loads a model into this process. Downloads it first if necessary.
 *
 * @throws ModelFailure
 */
export async function loadModel(settings: ModelSettings, onBytes: OnBytes): Promise<LoadedModel> {
  const runtime: RuntimePackage = await import(settings.runtime).catch((error: unknown) => {
    throw new ModelFailure("runtime", String(error));
  });
  const { tokenizer, model } = await openFiles(runtime, settings, onBytes);
  const { max_position_embeddings: positions = Number.POSITIVE_INFINITY } = model.config;
  const tokenizerMax = tokenizer.model_max_length ?? Number.POSITIVE_INFINITY;
  // Some models reserve two positions. The tokenizer's limit excludes them, unless it is missing or absurdly large.
  const maxTokens = Math.min(settings.maxTokens, tokenizerMax <= positions ? tokenizerMax : positions - 2);
  const tokenize = createTokenReader(tokenizer, maxTokens);

  // One text at a time needs no padding and little memory, and other texts cannot affect the output.
  async function run(input: ModelInput): Promise<Float32Array> {
    const { ids, types } = tokenize(input);
    const tensor = (numbers: readonly number[]) =>
      new runtime.Tensor("int64", BigInt64Array.from(numbers, BigInt), [1, numbers.length]);
    const output = await model({
      input_ids: tensor(ids),
      attention_mask: tensor(ids.map(() => 1)),
      ...(types ? { token_type_ids: tensor(types) } : {}),
    });
    return readOutput(output, settings.task);
  }

  const example = settings.task.kind === "relevance" ? { text: "a", pair: "a" } : { text: "a" };
  return { size: (await run(example)).length, run };
}

async function openFiles(runtime: RuntimePackage, { source, threads }: ModelSettings, onBytes: OnBytes) {
  const { env } = runtime;
  env.logLevel = runtime.LogLevel.NONE;
  const name = source.kind === "folder" ? source.folder : source.name;
  const dtype = source.kind === "folder" && source.isQuantized ? "q8" : "fp32";
  const open = async (isLocal: boolean) => {
    env.allowRemoteModels = !isLocal;
    const progress_callback = ({ status, loaded = 0, total = 0 }: LoadEvent) => {
      if (status === "progress") onBytes(loaded, total);
    };
    const options = { local_files_only: isLocal, progress_callback };
    const session_options = { intraOpNumThreads: threads, interOpNumThreads: 1 };
    const model = await runtime.AutoModel.from_pretrained(name, {
      ...options,
      dtype,
      device: "cpu",
      session_options,
    });
    return { model, tokenizer: await runtime.AutoTokenizer.from_pretrained(name, options) };
  };
  if (source.kind === "folder") {
    env.useFSCache = false;
    return open(true);
  }
  env.cacheDir = source.cacheDir;
  env.remoteHost = source.hubUrl;
  const isDownloaded = () => missingFiles(join(source.cacheDir, name), FULL_WEIGHTS).length === 0;
  try {
    // Uses the files in the cache without calling the hub.
    return await open(false);
  } catch (error) {
    if (isNotFound(error)) throw new ModelFailure("unknown", String(error));
    throw isDownloaded() ? error : new ModelFailure("unreachable", String(error));
  }
}

const isNotFound = (error: unknown) => error instanceof Error && error.name === "ModelFileNotFoundError";
