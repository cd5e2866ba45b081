/**
 * @module
 * Language detection. A separate entry point because the detector's tables take 60 MB of memory and 250 ms to load.
 * Internal: not for importing outside this repository.
 */

export * from "./ranking/routing/mentions.ts";
export * from "./text/languages/detect-language.ts";
export * from "./text/languages/document-language.ts";
