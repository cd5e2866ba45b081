/**
 * @module
 * Rerankers: an HTTP API, or a model on this machine.
 */
export { createHttpReranker, type HttpRerankerOptions } from "./http/http-reranker.ts";
export { createLocalReranker, type LocalRerankerOptions } from "./local/local-reranker.ts";
