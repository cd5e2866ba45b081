/**
 * @module
 * Vectors in a Chroma server.
 */
export { type ChromaOptions, createChromaVectorStore } from "./chroma-store.ts";
