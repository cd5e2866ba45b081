import { resolve } from "node:path";
import { databaseUrl } from "./database.ts";
import { choice, type Environment, httpUrl, invalid } from "./environment.ts";

/** Which vector store to use, and how. */
export type VectorStoreConfig =
  | { readonly kind: "memory" }
  | { readonly kind: "pgvector"; readonly halfvec: boolean }
  | { readonly kind: "chroma"; readonly url: string }
  | { readonly kind: "module"; readonly path: string };

/**
 * Reads the settings of a vector store: `memory`, `pgvector`, `chroma`, or the path of a module of one's own.
 * @param name The store's name; when absent, the one that suits the database.
 * @throws QuarryError `invalid_request` when there is no such store.
 */
export function vectorStore(env: Environment, name: string | undefined): VectorStoreConfig {
  if (name !== undefined && /^\.{0,2}\//.test(name)) return { kind: "module", path: resolve(name) };
  const standard = databaseUrl(env) === undefined ? "memory" : "pgvector";
  const kind = name ?? standard;
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
      return { kind, halfvec: choice(env, "QUARRY_PGVECTOR_HALFVEC", ["true", "false"], "false") === "true" };
    case "chroma":
      return { kind, url: httpUrl(env, "CHROMA_URL") ?? "http://127.0.0.1:8000" };
    default:
      throw invalid(
        "QUARRY_VECTOR_STORE",
        kind,
        "must be memory, pgvector, chroma, or the path of a module of your own, e.g. ./my-store.ts",
      );
  }
}
