import { join } from "node:path";
import { FULL_WEIGHTS, missingFiles } from "./model-files.ts";
import { ModelFailure, type ModelInput, type ModelSettings } from "./model-messages.ts";
import { readOutput } from "./model-output.ts";
import type { LoadEvent, RuntimePackage } from "./runtime-package.ts";
import { createTokenReader } from "./token-reader.ts";

/** A model in memory. */
export interface LoadedModel {
  /** Numbers in each answer. */
  readonly size: number;
  ask(input: ModelInput): Promise<Float32Array>;
}

type OnBytes = (loadedBytes: number, totalBytes: number) => void;

/**
 * Loads a model into this process, and fetches it before where needed.
 * @throws ModelFailure
 */
export async function loadModel(settings: ModelSettings, onBytes: OnBytes): Promise<LoadedModel> {
  const runtime: RuntimePackage = await import(settings.runtime).catch((error: unknown) => {
    throw new ModelFailure("runtime", String(error));
  });
  const { tokenizer, model } = await openFiles(runtime, settings, onBytes);
  const { max_position_embeddings: positions = Number.POSITIVE_INFINITY } = model.config;
  const stated = tokenizer.model_max_length ?? Number.POSITIVE_INFINITY;
  // Some kinds of models keep two positions to themselves; the tokenizer's word, if it is one, has them taken off.
  const maxTokens = Math.min(settings.maxTokens, stated <= positions ? stated : positions - 2);
  const tokensOf = createTokenReader(tokenizer, maxTokens);

  // One text at a time: no padding, little memory, and what stands beside a text never changes its answer.
  async function ask(input: ModelInput): Promise<Float32Array> {
    const { ids, types } = tokensOf(input);
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
  return { size: (await ask(example)).length, ask };
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
  const isFetched = () => missingFiles(join(source.cacheDir, name), FULL_WEIGHTS).length === 0;
  try {
    // What is in the cache is used without asking the hub.
    return await open(false);
  } catch (error) {
    if (isNotFound(error)) throw new ModelFailure("unknown", String(error));
    throw isFetched() ? error : new ModelFailure("away", String(error));
  }
}

const isNotFound = (error: unknown) => error instanceof Error && error.name === "ModelFileNotFoundError";
