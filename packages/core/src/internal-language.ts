/**
 * @module
 * Tells languages apart. Not a part of the main module: the detector's figures take 60 MB and a quarter of a second,
 * which only who detects should pay.
 */

export * from "./ranking/routing/mentions.ts";
export * from "./text/languages/detect-language.ts";
export * from "./text/languages/document-language.ts";
