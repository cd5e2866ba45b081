/**
 * @module
 * Language detection. A separate entry point because the detector's profiles are a file of 700 kB.
 * Internal: not for importing outside this repository.
 */

export * from "./ranking/routing/mentions.ts";
export * from "./text/languages/detect-language.ts";
export * from "./text/languages/document-language.ts";
