import { resolve } from "node:path";
import { databaseUrl } from "./database.ts";
import { choice, type Environment, httpUrl, invalid } from "./environment.ts";

/** The vector store and its settings. */
export type VectorStoreConfig =
  | { readonly kind: "memory" }
  | { readonly kind: "pgvector"; readonly halfvec: boolean }
  | { readonly kind: "chroma"; readonly url: string }
  | { readonly kind: "module"; readonly path: string };

/**
 * Reads the settings of a vector store.
 * @param name `memory`, `pgvector`, `chroma`, or the path of your own module. When absent: `pgvector` on a PostgreSQL
 * server, `memory` on the embedded database.
 * @throws QuarryError `invalid_request` for any other name.
 */
export function vectorStore(env: Environment, name: string | undefined): VectorStoreConfig {
  if (name !== undefined && /^\.{0,2}\//.test(name)) return { kind: "module", path: resolve(name) };
  const kind = name ?? (databaseUrl(env) === undefined ? "memory" : "pgvector");
  switch (kind) {
    case "memory":
      return { kind };
    case "pgvector":
      if (databaseUrl(env) === undefined)
        throw invalid(
          "QUARRY_VECTOR_STORE",
          kind,
          "needs a PostgreSQL server with the extension pgvector: set DATABASE_URL to it, or leave QUARRY_VECTOR_STORE out",
        );
      return { kind, halfvec: choice(env, "QUARRY_PGVECTOR_HALFVEC", ["true", "false"], "true") === "true" };
    case "chroma":
      return { kind, url: httpUrl(env, "CHROMA_URL") ?? "http://127.0.0.1:8000" };
    default:
      throw invalid(
        "QUARRY_VECTOR_STORE",
        kind,
        "must be memory, pgvector, chroma, or the path of your own module, e.g. ./my-store.ts",
      );
  }
}
