/**
 * @module
 * Ports and pure logic of Quarry: no input or output, no Bun or Node API.
 */
export * from "./errors.ts";
export * from "./filter.ts";
export * from "./ids.ts";
export type * from "./ports/blob-store.ts";
export type * from "./ports/clock.ts";
export type * from "./ports/embedder.ts";
export type * from "./ports/lexical-index.ts";
export type * from "./ports/parser.ts";
export type * from "./ports/scope.ts";
export type * from "./ports/vector-store.ts";
