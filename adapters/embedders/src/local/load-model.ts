import { join } from "node:path";
import { FULL_WEIGHTS, missingFiles } from "./model-files.ts";
import { ModelFailure, type ModelSettings } from "./model-messages.ts";
import { pool } from "./pooling.ts";
import type { LoadEvent, RuntimePackage, Tensor } from "./runtime-package.ts";

/** A model in memory. */
export interface LoadedModel {
  readonly dimensions: number;
  embed(text: string): Promise<Float32Array>;
}

type OnBytes = (loadedBytes: number, totalBytes: number) => void;

/** No tokenizer makes one token of so many characters, save for white space and nonsense. */
const MOST_TOKEN_CHARACTERS = 32;

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
  const idsOf = (text: string) => [...tokenizer(text, { return_tensor: false }).input_ids];
  const endMark = idsOf("").slice(1).at(-1);

  /** The tokens that the model takes, with the mark that ends every text. */
  function tokensOf(text: string): number[] {
    // A text of megabytes would be taken apart to its end for nothing.
    const ids = idsOf(text.slice(0, maxTokens * MOST_TOKEN_CHARACTERS).toWellFormed());
    if (ids.length <= maxTokens) return ids;
    return endMark === undefined ? ids.slice(0, maxTokens) : [...ids.slice(0, maxTokens - 1), endMark];
  }

  // One text at a time: no padding, little memory, and what stands beside a text never changes its vector.
  async function embed(text: string): Promise<Float32Array> {
    const ids = tokensOf(text);
    const tensor = (data: BigInt64Array) => new runtime.Tensor("int64", data, [1, ids.length]);
    const output = await model({
      input_ids: tensor(BigInt64Array.from(ids, BigInt)),
      attention_mask: tensor(new BigInt64Array(ids.length).fill(1n)),
    });
    const { data, dimensions } = vectorsIn(output);
    return pool(data, dimensions, settings.pooling);
  }

  return { dimensions: (await embed("a")).length, embed };
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

function vectorsIn(output: Readonly<Record<string, Tensor | undefined>>) {
  const found = output.last_hidden_state ?? output.token_embeddings ?? output.sentence_embedding;
  const dimensions = found?.dims.at(-1) ?? 0;
  if (!(found?.data instanceof Float32Array) || dimensions === 0)
    throw new ModelFailure(
      "model",
      "it is not made for embeddings: it answers no last_hidden_state of 32-bit numbers",
    );
  return { data: found.data, dimensions };
}
