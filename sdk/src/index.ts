/**
 * @module
 * The Quarry client: `new Quarry({ apiKey, baseUrl })`. Its only requirement is a web-standard `fetch`.
 */
export type * from "@quarry/schema";
export { Quarry } from "./client.ts";
export {
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  DocumentFailedError,
  NotFoundError,
  PayloadTooLargeError,
  PermissionDeniedError,
  QuarryError,
  type QuarryErrorCode,
  type QuarryErrorFields,
  RateLimitError,
  TimeoutError,
  UnavailableError,
  UnsupportedMediaTypeError,
  WebhookVerificationError,
} from "./errors/errors.ts";
export type { ApiPromise, WithResponse } from "./http/api-promise.ts";
export type {
  Attempt,
  FailedAttempt,
  QuarryHooks,
  ReceivedResponse,
  SentRequest,
} from "./http/hooks.ts";
export type { Logger, LogLevel } from "./http/logging.ts";
export type { CallOptions, Fetch, QuarryOptions } from "./http/options.ts";
export type { QuarryRequest } from "./http/request.ts";
export type { ApiKeyName, ApiKeys, RotateApiKey } from "./resources/api-keys.ts";
export type { Audit } from "./resources/audit.ts";
export type { Bulk, BulkName, BulkRequest, StartedBulk } from "./resources/bulk.ts";
export type {
  DocumentName,
  Documents,
  DocumentToStore,
  FileRange,
  ListDocumentsOptions,
  OriginalFile,
} from "./resources/documents.ts";
export type {
  EvaluationName,
  EvaluationRunName,
  Evaluations,
  SpaceOfEvaluations,
} from "./resources/evaluations.ts";
export type { Events, StreamEventsOptions } from "./resources/events.ts";
export type { ListPage, ListPromise } from "./resources/list-page.ts";
export type { Operator } from "./resources/operator.ts";
export type {
  QueryAnswer,
  QueryBatchAnswer,
  QueryResult,
  SmartQueryAnswer,
  SmartSearchAnswer,
} from "./resources/query-answer.ts";
export type { Questions } from "./resources/questions.ts";
export type { ExportOptions, ListSpacesOptions, Spaces } from "./resources/spaces.ts";
export type { Usage } from "./resources/usage.ts";
export { type ReceivedWebhook, verifyWebhook } from "./resources/verify-webhook.ts";
export type { BulkWaitOptions } from "./resources/wait-for-operation.ts";
export type { WebhookName, Webhooks } from "./resources/webhooks.ts";
export type { FileInput } from "./uploads/file-source.ts";
export type { UploadProgress } from "./uploads/form-body.ts";
export type { ContentOrFile, SendOptions } from "./uploads/send-document.ts";
export type { UploadedDocument, WaitOptions } from "./uploads/uploaded-document.ts";
export type { UpsertManyOptions, UpsertManyProgress, UpsertManyResult } from "./uploads/upsert-many.ts";
