import { type Embedder, QuarryError, type Reranker } from "@quarry/core";
import { createBuiltinEmbedder, createLocalEmbedder, createOpenAiEmbedder } from "@quarry/embedders";
import { createHttpReranker, createLocalReranker } from "@quarry/rerankers";
import type { DataFolder } from "../platform/database/data-folder.ts";
import { createDownloadLog } from "../platform/log/download-log.ts";
import type { Log } from "../platform/log/log.ts";
import { guardEmbedder, guardReranker } from "../platform/plugins/guard-models.ts";
import type { Plugins } from "../platform/plugins/plugins.ts";
import type { Config } from "../platform/settings/config.ts";
import type { OpenAiAccess } from "../platform/settings/embedder.ts";

/**
 * How long a write retries an unavailable provider. Shorter than the timeouts of callers; background uploads are retried
 * later anyway.
 */
const DOCUMENT_BUDGET_MS = 45_000;

/** What watches the models. */
interface Watch {
  readonly log: Log;
  readonly plugins: Plugins;
}

/** Creates the configured embedder. */
export async function createEmbedder(config: Config, folder: DataFolder, watch: Watch): Promise<Embedder> {
  const embedder = await openEmbedder(config, folder, watch.log);
  return guardEmbedder(embedder, watch.plugins.add(`embedder ${embedder.model}`));
}

async function openEmbedder({ embedder }: Config, folder: DataFolder, log: Log): Promise<Embedder> {
  if (embedder.kind === "builtin") return createBuiltinEmbedder();
  if (embedder.kind === "local") {
    const onDownload = createDownloadLog(log, embedder.model);
    return createLocalEmbedder({ ...embedder, cacheDir: folder.path("models"), onDownload });
  }
  return createOpenAi(embedder, embedder.model, embedder.dimensions);
}

/** Creates the configured reranker; undefined when it is off. */
export async function createReranker(
  config: Config,
  folder: DataFolder,
  watch: Watch,
): Promise<Reranker | undefined> {
  const reranker = await openReranker(config, folder, watch.log);
  return reranker && guardReranker(reranker, watch.plugins.add(`reranker ${reranker.model}`));
}

async function openReranker(
  { reranker }: Config,
  folder: DataFolder,
  log: Log,
): Promise<Reranker | undefined> {
  if (reranker.kind === "off") return undefined;
  if (reranker.kind === "http") return createHttpReranker(reranker);
  const onDownload = createDownloadLog(log, reranker.model);
  return createLocalReranker({ ...reranker, cacheDir: folder.path("models"), onDownload });
}

function createOpenAi(
  { apiKey, baseUrl }: OpenAiAccess,
  model: string,
  dimensions: number | undefined,
): Embedder {
  return createOpenAiEmbedder({
    apiKey,
    model,
    documentBudgetMs: DOCUMENT_BUDGET_MS,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(dimensions === undefined ? {} : { dimensions }),
  });
}

/** Creates the embedder of a model with the current settings; undefined when they do not suffice. */
export function createEmbedderOfName(
  { openAi }: Config,
  name: string,
  plugins: Plugins,
): Embedder | undefined {
  const candidates = [
    () => createBuiltinEmbedder({ dimensions: Number(/^builtin:v2:(\d+)$/.exec(name)?.[1]) }),
  ];
  if (openAi) {
    // The suffix may be the dimensions or part of the model's name (a version), so both are candidates.
    const named = name.replace(/^openai:/, "").replace(/@[^@/]+$/, "");
    const [, model = "", length] = /^(.*):(\d+)$/.exec(named) ?? [];
    candidates.push(
      () => createOpenAi(openAi, named, undefined),
      () => createOpenAi(openAi, model, Number(length)),
    );
  }
  for (const create of candidates)
    try {
      const embedder = create();
      if (embedder.model === name) return guardEmbedder(embedder, plugins.add(`embedder ${name}`));
    } catch (error) {
      // The settings do not fit this candidate.
      if (!QuarryError.isInstance(error)) throw error;
    }
  return undefined;
}
