import type { Index } from "usearch";

/** The library that implements the approximate index. */
export type Usearch = typeof import("usearch");
export type { Index };

/** Settings of the index; a saved index with other settings is not loaded. */
export const INDEX_SETTINGS = {
  /** One byte per number: the index only proposes candidates, and scores come from the vectors. */
  quantization: "i8",
  // More neighbours would find more in less time, but exceed the memory budget per chunk.
  connectivity: 16,
  expansion_add: 128,
  expansion_search: 224,
} as const;

/**
 * Creates a loader that imports the library on its first call; undefined, after one warning, when there is no binary
 * for the platform.
 */
export function createUsearchLoader(
  load: () => Promise<Usearch> = () => import("usearch"),
  warn: (message: string) => void = console.warn,
): () => Promise<Usearch | undefined> {
  let loading: Promise<Usearch | undefined> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      warn(`Cannot load usearch (${reason}). Large spaces are searched exactly, which is slower.`);
      return undefined;
    });
    return loading;
  };
}

/** The loader of this process. */
export const loadUsearch = createUsearchLoader();

/** Creates an empty index for vectors of `dimensions` numbers. */
export function createIndex(usearch: Usearch, dimensions: number): Index {
  return new usearch.Index({
    ...INDEX_SETTINGS,
    dimensions,
    metric: usearch.MetricKind.Cos,
    quantization: usearch.ScalarKind.I8,
    multi: false,
  });
}
