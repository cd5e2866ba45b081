/**
 * @module
 * Schemas and types of every resource, request, response and error of Quarry's interface. The server validates with
 * them, the OpenAPI description is made from them, and the SDK takes its types from them.
 */
export * from "./api-key.ts";
export * from "./archive.ts";
export * from "./audit.ts";
export * from "./chunking.ts";
export * from "./document.ts";
export * from "./document-parts.ts";
export * from "./errors.ts";
export * from "./evaluation.ts";
export * from "./event.ts";
export * from "./limits.ts";
export * from "./metadata.ts";
export * from "./page.ts";
export * from "./permissions.ts";
export * from "./query.ts";
export * from "./query-explanation.ts";
export * from "./query-mode.ts";
export * from "./ranking.ts";
export * from "./result-parts.ts";
export * from "./space.ts";
export * from "./text.ts";
export * from "./tier.ts";
export * from "./usage.ts";
export * from "./webhook.ts";
