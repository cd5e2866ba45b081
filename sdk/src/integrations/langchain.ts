/**
 * @module
 * Quarry as a LangChain.js retriever and vector store. Requires `@langchain/core`.
 */
export {
  QuarryRetriever,
  type QuarryRetrieverOptions,
  type RetrievedMetadata,
} from "./langchain-retriever.ts";
export { QuarryVectorStore, type QuarryVectorStoreOptions } from "./langchain-vector-store.ts";
