import { choice, type Environment, httpUrl, integer, invalid, text } from "./environment.ts";
import { type LocalModelConfig, localModel } from "./local-model.ts";

/** The reranker and its settings. */
export type RerankerConfig =
  | { readonly kind: "off" }
  | {
      readonly kind: "http";
      readonly baseUrl: string;
      readonly apiKey: string | undefined;
      /** Absent for servers that have only one model. */
      readonly model: string | undefined;
      readonly timeoutMs: number;
    }
  | (LocalModelConfig & { readonly kind: "local"; readonly timeoutMs: number });

const KINDS = ["off", "http", "local"] as const;

/** Reads the settings of the reranker. */
export function reranker(env: Environment): RerankerConfig {
  const kind = choice(env, "QUARRY_RERANKER", KINDS, "off");
  if (kind === "off") return { kind };
  // A local model takes about 50 ms per passage on one core.
  const defaultMs = kind === "local" ? 15_000 : 5000;
  const timeoutMs = integer(env, "QUARRY_RERANKER_TIMEOUT_MS", defaultMs, 10, 120_000);
  if (kind === "local")
    return { kind, timeoutMs, ...localModel(env, "QUARRY_RERANKER_MODEL", "Xenova/ms-marco-MiniLM-L-6-v2") };
  const baseUrl = httpUrl(env, "QUARRY_RERANKER_URL");
  if (baseUrl === undefined)
    throw invalid(
      "QUARRY_RERANKER",
      kind,
      "needs QUARRY_RERANKER_URL, the address of a reranking API up to its version, e.g. https://api.cohere.com/v2",
    );
  return {
    kind,
    timeoutMs,
    baseUrl,
    apiKey: text(env, "QUARRY_RERANKER_API_KEY"),
    model: text(env, "QUARRY_RERANKER_MODEL"),
  };
}
