/**
 * @module
 * Derived indexes in this process's memory: for one process, rebuilt from the database at start.
 */
export * from "./lexical/memory-lexical-index.ts";
export {
  createMemoryVectorStore,
  type MemoryVectorStore,
  type MemoryVectorStoreOptions,
} from "./vectors/memory-vector-store.ts";
