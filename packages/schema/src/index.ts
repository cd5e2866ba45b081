/**
 * @module
 * Schemas and types of all resources, requests, responses and errors of Quarry's HTTP API. They are the source of the
 * server's validation, the OpenAPI description and the SDK's types.
 */

export * from "./documents/bulk.ts";
export * from "./documents/document.ts";
export { spaceId } from "./documents/document-fields.ts";
export { DocumentFilter } from "./documents/document-filter.ts";
export { DOCUMENT_KINDS, type DocumentKind } from "./documents/document-kinds.ts";
export * from "./documents/document-parts.ts";
export * from "./documents/document-requests.ts";
export * from "./documents/parsing.ts";
export * from "./documents/upload.ts";
export { EstimateSchema } from "./evaluations/estimate.ts";
export * from "./evaluations/evaluation.ts";
export * from "./evaluations/evaluation-configuration.ts";
export * from "./evaluations/evaluation-fit.ts";
export * from "./evaluations/evaluation-run.ts";
export * from "./events/event.ts";
export * from "./events/webhook.ts";
export * from "./events/webhook-delivery.ts";
export * from "./organization/api-key.ts";
export * from "./organization/audit.ts";
export * from "./organization/operator.ts";
export * from "./organization/permissions.ts";
export * from "./organization/tier.ts";
export * from "./organization/usage.ts";
export * from "./primitives/described.ts";
export * from "./primitives/error-body.ts";
export * from "./primitives/error-codes.ts";
export * from "./primitives/expected.ts";
export * from "./primitives/limits.ts";
export * from "./primitives/metadata.ts";
export * from "./primitives/one-of.ts";
export * from "./primitives/page.ts";
export * from "./primitives/text.ts";
export * from "./queries/no-results.ts";
export * from "./queries/page-rectangles.ts";
export * from "./queries/passage-metadata.ts";
export * from "./queries/place.ts";
export * from "./queries/query.ts";
export * from "./queries/query-batch.ts";
export * from "./queries/query-body.ts";
export * from "./queries/query-explanation.ts";
export * from "./queries/query-mode.ts";
export * from "./queries/result-parts.ts";
export * from "./queries/smart-query.ts";
export * from "./questions/asked-question.ts";
export * from "./questions/question-log.ts";
export * from "./questions/question-volume.ts";
export * from "./questions/unanswered-questions.ts";
export * from "./spaces/archive.ts";
export * from "./spaces/chunking.ts";
export * from "./spaces/chunking-preview.ts";
export * from "./spaces/ranking.ts";
export * from "./spaces/space.ts";
