import { choice, type Environment, httpUrl, integer, invalid, text } from "./environment.ts";
import { type LocalModelConfig, localModel } from "./local-model.ts";

/** Access to OpenAI or to a server with the same API. */
export interface OpenAiAccess {
  readonly apiKey: string;
  readonly baseUrl: string | undefined;
}

/** The embedder and its settings. */
export type EmbedderConfig =
  | { readonly kind: "builtin" }
  | (OpenAiAccess & {
      readonly kind: "openai";
      readonly model: string;
      readonly dimensions: number | undefined;
    })
  | (LocalModelConfig & {
      readonly kind: "local";
      /** The model's family, which sets its pooling and prefixes. When absent: derived from its name. */
      readonly family: (typeof LOCAL_FAMILIES)[number] | undefined;
    });

const LOCAL_FAMILIES = ["bge", "e5", "nomic", "cls", "mean"] as const;

/** Reads the access to an OpenAI API; undefined when neither a key nor an address is set. */
export function openAi(env: Environment): OpenAiAccess | undefined {
  const apiKey = text(env, "OPENAI_API_KEY");
  const baseUrl = httpUrl(env, "OPENAI_BASE_URL");
  if (apiKey === undefined && baseUrl === undefined) return undefined;
  return { apiKey: apiKey ?? "none", baseUrl };
}

/** Reads the settings of the embedder. */
export function embedder(env: Environment): EmbedderConfig {
  const kind = choice(
    env,
    "QUARRY_EMBEDDER",
    ["builtin", "openai", "local"] as const,
    text(env, "OPENAI_API_KEY") === undefined ? "builtin" : "openai",
  );
  if (kind === "builtin") return { kind };
  if (kind === "local") return localEmbedder(env);
  const access = openAi(env);
  if (!access)
    throw invalid(
      "QUARRY_EMBEDDER",
      "openai",
      "needs OPENAI_API_KEY, or OPENAI_BASE_URL for a server that needs no key",
    );
  const dimensions = text(env, "QUARRY_EMBEDDING_DIMENSIONS");
  return {
    kind,
    ...access,
    model: text(env, "QUARRY_EMBEDDING_MODEL") ?? "text-embedding-3-small",
    dimensions:
      dimensions === undefined ? undefined : integer(env, "QUARRY_EMBEDDING_DIMENSIONS", 0, 1, 16_000),
  };
}

function localEmbedder(env: Environment): EmbedderConfig {
  return {
    kind: "local",
    ...localModel(env, "QUARRY_LOCAL_MODEL", "Xenova/bge-small-en-v1.5"),
    family:
      text(env, "QUARRY_LOCAL_FAMILY") === undefined
        ? undefined
        : choice(env, "QUARRY_LOCAL_FAMILY", LOCAL_FAMILIES, "mean"),
  };
}
