import { resolve } from "node:path";
import { type Metadata, QuarryError } from "@quarry/core";
import { databaseUrl } from "./database.ts";
import { choice, type Environment, httpUrl, invalid, text } from "./environment.ts";

/** The vector store and its settings. */
export type VectorStoreConfig =
  | { readonly kind: "memory" }
  | { readonly kind: "pgvector"; readonly halfvec: boolean }
  | { readonly kind: "chroma"; readonly url: string }
  /** `module` is an absolute path or the name of a package. `options` may contain secrets. */
  | { readonly kind: "module"; readonly module: string; readonly options: Metadata };

const PATH = /^\.{0,2}\//;
const PACKAGE = /^(@[\w.~-]+\/)?[\w~-][\w.~-]*$/;

/**
 * Reads the settings of a vector store.
 * @param name `memory`, `pgvector`, `chroma`, or the path or package of your own store. When absent: `pgvector` on a PostgreSQL
 * server, `memory` on the embedded database.
 * @throws QuarryError `invalid_request` for a name that is neither.
 */
export function vectorStore(env: Environment, name: string | undefined): VectorStoreConfig {
  if (name !== undefined && PATH.test(name)) return ownStore(env, resolve(name));
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
      if (PACKAGE.test(kind)) return ownStore(env, kind);
      throw invalid(
        "QUARRY_VECTOR_STORE",
        kind,
        "must be memory, pgvector, chroma, or the path or package of your own store, e.g. ./my-store.ts",
      );
  }
}

const OPTIONS = "QUARRY_VECTOR_STORE_OPTIONS";

/** Reads the options of a store that is not part of Quarry. Errors do not show them. */
function ownStore(env: Environment, module: string): VectorStoreConfig {
  const value = text(env, OPTIONS);
  const options = value === undefined ? {} : URL.canParse(value) ? { url: value } : parseObject(value);
  if (options === undefined)
    throw new QuarryError(
      "invalid_request",
      `Setting ${OPTIONS} must be a JSON object or a URL (its value is not shown).`,
    );
  return { kind: "module", module, options };
}

function parseObject(json: string): Metadata | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Metadata)
      : undefined;
  } catch {
    return undefined;
  }
}
