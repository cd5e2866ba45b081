import { existsSync, readFileSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { pathToFileURL } from "node:url";
import * as core from "@quarry/core";
import { QuarryError, type VectorStore, type VectorStoreSettings } from "@quarry/core";
import { missingInStore } from "../platform/plugins/store-shape.ts";

/**
 * Opens a store that is not part of Quarry: a module that exports `createStore`.
 * @param module The absolute path of the module or of its package's folder, or the name of an installed package.
 * @throws QuarryError `invalid_request` that says what is wrong with it.
 */
export async function openOwnStore(module: string, settings: VectorStoreSettings): Promise<VectorStore> {
  const refuse = (problem: string, cause?: unknown) =>
    new QuarryError("invalid_request", `The vector store ${module} ${problem}`, { cause });
  const path = fileOf(module);
  if (path === undefined)
    throw refuse(
      isAbsolute(module)
        ? "is neither a module nor the folder of a package. Set QUARRY_VECTOR_STORE to the path of a file, e.g. ./my-store.ts."
        : `is not memory, pgvector or chroma, and no package of this name that can be imported is installed in ${process.cwd()} or above. Install it there, or set QUARRY_VECTOR_STORE to a path, e.g. ./my-store.ts.`,
    );
  providePackages();
  const loaded: Record<string, unknown> = await import(pathToFileURL(path).href).catch((cause: unknown) => {
    throw refuse(`cannot be loaded: ${messageOf(cause, "it is not a module")}`, cause);
  });
  const { createStore } = loaded;
  if (typeof createStore !== "function")
    throw refuse("must export a function createStore({ dataDir, options }). See adapters/README.md.");
  const store: unknown = await (async () => createStore(settings))().catch((cause: unknown) => {
    throw refuse(`cannot be opened: createStore threw ${messageOf(cause, "not an error")}`, cause);
  });
  const missing = missingInStore(store);
  if (missing.length > 0)
    throw refuse(
      `returned from createStore what is not a VectorStore: ${missing.join("; ")}. See adapters/README.md.`,
    );
  return store as VectorStore;
}

/**
 * Finds the file of a module, of a package's folder, or of a package that is installed in the current folder, in the
 * server's, or above. Bun must not look for a package's name by itself, because it downloads what is not installed.
 */
function fileOf(module: string): string | undefined {
  if (isAbsolute(module)) return entryOf(module);
  return [process.cwd(), import.meta.dir]
    .flatMap(withParents)
    .map((folder) => join(folder, "node_modules", module))
    .filter((folder) => existsSync(folder))
    .map(entryOf)[0];
}

function entryOf(path: string): string | undefined {
  try {
    const manifest = join(path, "package.json");
    const { name, exports } = existsSync(manifest) ? JSON.parse(readFileSync(manifest, "utf8")) : {};
    // A folder's path finds `main`; the package's name, inside of it, finds `exports`.
    return Bun.resolveSync(exports === undefined ? path : name, path);
  } catch {
    return undefined;
  }
}

function withParents(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...withParents(parent)];
}

/** What `@quarry/vector-store` exports. That package is built for its authors, and its source needs a full installation. */
const vectorStore = { matchesFilter: core.matchesFilter, QuarryError: core.QuarryError };
let areProvided = false;

/** Lets modules in any folder import the packages for authors, also where they are not installed. */
export function providePackages(): void {
  if (areProvided) return;
  areProvided = true;
  Bun.plugin({
    name: "packages for authors of stores",
    setup(build) {
      build.module("@quarry/vector-store", () => ({ exports: vectorStore, loader: "object" }));
      build.module("@quarry/core", () => ({ exports: core, loader: "object" }));
    },
  });
}

function messageOf(thrown: unknown, otherwise: string): string {
  return thrown instanceof Error ? thrown.message : otherwise;
}
