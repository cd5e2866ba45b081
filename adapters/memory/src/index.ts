/**
 * @module
 * Both derived indexes in the memory of one process, kept in files across restarts.
 */
export * from "./lexical/memory-lexical-index.ts";
export {
  createMemoryVectorStore,
  type MemoryVectorStore,
  type MemoryVectorStoreOptions,
} from "./vectors/memory-vector-store.ts";
