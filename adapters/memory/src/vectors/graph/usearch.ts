import type { Index } from "usearch";

/** The library with the approximate index. */
export type Usearch = typeof import("usearch");
export type { Index };

/** How the index is made; a saved one with other settings is not loaded. */
export const INDEX_SETTINGS = {
  /** One byte a number: the index only proposes, scores come from the vectors themselves. */
  quantization: "i8",
  // More neighbours would find more in less time, and take more memory a chunk than there is for it.
  connectivity: 16,
  expansion_add: 128,
  expansion_search: 224,
} as const;

/** Loads the library when it is first called; undefined, after one warning, on a machine that it has no binary for. */
export function createUsearchLoader(
  load: () => Promise<Usearch> = () => import("usearch"),
  warn: (message: string) => void = console.warn,
): () => Promise<Usearch | undefined> {
  let loading: Promise<Usearch | undefined> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      warn(`Large spaces are searched exactly, which is slower: usearch cannot be loaded (${reason}).`);
      return undefined;
    });
    return loading;
  };
}

/** The library of this process. */
export const loadUsearch = createUsearchLoader();

/** An empty index of vectors of `dimensions` numbers. */
export function createIndex(usearch: Usearch, dimensions: number): Index {
  return new usearch.Index({
    ...INDEX_SETTINGS,
    dimensions,
    metric: usearch.MetricKind.Cos,
    quantization: usearch.ScalarKind.I8,
    multi: false,
  });
}
