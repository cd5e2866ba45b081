import { isAbsolute, resolve } from "node:path";
import { choice, type Environment, httpUrl, integer, invalid, only, text } from "./environment.ts";

/** How OpenAI, or a server that speaks its API, is reached. */
export interface OpenAiAccess {
  readonly apiKey: string;
  readonly baseUrl: string | undefined;
}

/** Which embedder to use, and how. */
export type EmbedderConfig =
  | { readonly kind: "builtin" }
  | (OpenAiAccess & {
      readonly kind: "openai";
      readonly model: string;
      readonly dimensions: number | undefined;
    })
  | {
      readonly kind: "local";
      /** A name on the hub, or the absolute path of a folder. */
      readonly model: string;
      /** How the model wants to be used; what its name says when absent. */
      readonly family: (typeof LOCAL_FAMILIES)[number] | undefined;
      readonly hubUrl: string | undefined;
      /** What the model's process sees of the environment: no secrets but the hub's. */
      readonly environment: Readonly<Record<string, string>>;
    };

const LOCAL_FAMILIES = ["bge", "e5", "nomic", "cls", "mean"] as const;

/** What a download may need. */
const LOCAL_ENVIRONMENT = [
  ...["PATH", "HOME", "TMPDIR", "LANG", "HF_TOKEN", "NODE_EXTRA_CA_CERTS"],
  ...["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy"],
];

/** A key, or the address of a server without keys. */
export function openAi(env: Environment): OpenAiAccess | undefined {
  const apiKey = text(env, "OPENAI_API_KEY");
  const baseUrl = httpUrl(env, "OPENAI_BASE_URL");
  if (apiKey === undefined && baseUrl === undefined) return undefined;
  return { apiKey: apiKey ?? "none", baseUrl };
}

/** Reads which embedder to use. */
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
      "needs OPENAI_API_KEY, or OPENAI_BASE_URL of a server without keys",
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
  const model = text(env, "QUARRY_LOCAL_MODEL") ?? "Xenova/bge-small-en-v1.5";
  const isPath = isAbsolute(model) || /^\.{1,2}\//.test(model);
  return {
    kind: "local",
    model: isPath ? resolve(model) : model,
    family:
      text(env, "QUARRY_LOCAL_FAMILY") === undefined
        ? undefined
        : choice(env, "QUARRY_LOCAL_FAMILY", LOCAL_FAMILIES, "mean"),
    hubUrl: httpUrl(env, "HF_ENDPOINT"),
    environment: only(env, ...LOCAL_ENVIRONMENT),
  };
}
