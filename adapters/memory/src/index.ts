/**
 * @module
 * Derived indexes in this process's memory: for one process, kept on disk over restarts.
 */
export * from "./lexical/memory-lexical-index.ts";
export {
  createMemoryVectorStore,
  type MemoryVectorStore,
  type MemoryVectorStoreOptions,
} from "./vectors/memory-vector-store.ts";
