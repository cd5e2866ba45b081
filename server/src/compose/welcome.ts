import type { Embedder, Reranker } from "@quarry/core";
import type { Config } from "../platform/settings/config.ts";

/** The message that the server prints when it is ready: its address, its configuration, and a first call to paste. */
export function welcome(state: {
  readonly url: string;
  readonly config: Config;
  readonly embedder: Embedder;
  /** Undefined when it is off. */
  readonly reranker: Reranker | undefined;
  /** The root key, when it was just created. */
  readonly newKey: string | null;
  /** The file with the root key, or null. */
  readonly keyFile: string | null;
  /** The page to create the owner's account, while there is none. */
  readonly setUpUrl: string | undefined;
}): string {
  const { url, config, embedder, reranker, newKey, keyFile, setUpUrl } = state;
  const key = newKey !== null && config.rootKey === undefined ? newKey : undefined;
  const shown =
    key ?? (config.rootKey !== undefined ? "$QUARRY_ROOT_KEY" : keyFile ? `$(cat ${keyFile})` : "<your key>");
  return [
    "",
    `Quarry is ready at ${url}`,
    "",
    `  data        ${config.dataDir} ${config.databaseUrl ? "(original files; the database is DATABASE_URL's)" : "(embedded PostgreSQL and original files)"}`,
    `  store       ${storeOf(config)}`,
    `  embedder    ${embedder.model}${remarkOn(config, embedder)}`,
    `  reranker    ${rerankerOf(config, reranker)}`,
    `  guide       ${url}/guide`,
    `  reference   ${url}/docs`,
    key
      ? `  root key    ${key}  (shown once; saved in ${keyFile})`
      : `  root key    ${keyFile ? `saved in ${keyFile}` : "created earlier"}`,
    ...(setUpUrl ? [`  set up      ${setUpUrl}  (creates the owner's account, once)`] : []),
    "",
    "Create a first space:",
    "",
    `  curl ${url}/api/spaces -H "Authorization: Bearer ${shown}" -H "Content-Type: application/json" -d '{"name":"My notes"}'`,
    "",
  ].join("\n");
}

function remarkOn(config: Config, { family, dimensions }: Embedder): string {
  if (family === "lexical")
    return " (lexical: compares words, not meaning; for a semantic model set OPENAI_API_KEY or QUARRY_EMBEDDER=local)";
  return config.embedder.kind === "local" ? ` (${dimensions} dimensions; runs on this machine)` : "";
}

function rerankerOf(config: Config, reranker: Reranker | undefined): string {
  if (!reranker) return "off (set QUARRY_RERANKER)";
  return `${reranker.model}${config.reranker.kind === "local" ? " (runs on this machine)" : ""}; used by queries with "rerank"`;
}

function storeOf({ vectorStore, databaseUrl }: Config): string {
  switch (vectorStore.kind) {
    case "memory":
      return `memory (in this process${databaseUrl ? ", which must be the only one on this database" : ""})`;
    case "pgvector":
      return `pgvector (in the database${vectorStore.halfvec ? "" : ", full-precision indexes"})`;
    case "chroma":
      return `chroma (${URL.parse(vectorStore.url)?.host ?? "CHROMA_URL"})`;
    case "module":
      return vectorStore.module;
  }
}
