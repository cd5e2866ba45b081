import { mkdir } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { Quarry } from "@quarry/sdk";
import { startServer } from "../support/running-server.ts";
import type { EvalOptions } from "./options.ts";

/** A client of the evaluated server. */
export interface ReachedServer {
  readonly quarry: Quarry;
  /** Stops the server if the evaluation started it. */
  stop(): Promise<void>;
}

/**
 * Connects to the server in the options, or starts one. With `--embedder`, the server's data are kept in a folder per
 * model, so that repeated evaluations embed each text once.
 */
export async function reachServer({ url, key, embedder, settings }: EvalOptions): Promise<ReachedServer> {
  if (url !== undefined)
    return { quarry: new Quarry({ baseUrl: url, apiKey: key ?? "" }), stop: async () => {} };
  const env: Record<string, string> = { ...settings };
  if (embedder !== undefined) {
    // Passes the provider's key only if the options name the provider.
    for (const name of ["OPENAI_API_KEY", "OPENAI_BASE_URL"])
      if (embedder.startsWith("openai") && process.env[name]) env[name] = process.env[name];
    Object.assign(env, embedderSettings(embedder));
    env.QUARRY_DATA_DIR = await cacheFolder(embedder);
    process.stderr.write(`Caching vectors of ${embedder} in ${env.QUARRY_DATA_DIR}.\n`);
  }
  const server = await startServer({ env });
  const quarry = new Quarry({ baseUrl: server.baseUrl, apiKey: server.rootKey });
  return { quarry, stop: () => server.stop() };
}

function embedderSettings(embedder: string): Record<string, string> {
  const [kind = "", ...rest] = embedder.split(":");
  const model = rest.join(":");
  if (model === "") return { QUARRY_EMBEDDER: kind };
  const name = kind === "local" ? "QUARRY_LOCAL_MODEL" : "QUARRY_EMBEDDING_MODEL";
  return { QUARRY_EMBEDDER: kind, [name]: model };
}

async function cacheFolder(embedder: string): Promise<string> {
  const root =
    process.env.QUARRY_EVAL_CACHE ||
    join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "quarry-eval");
  const folder = join(root, embedder.replace(/[^A-Za-z0-9.-]+/g, "-"));
  await mkdir(folder, { recursive: true });
  return folder;
}
