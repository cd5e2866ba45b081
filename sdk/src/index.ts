/**
 * @module
 * The client of Quarry: `new Quarry({ apiKey, baseUrl })`. It needs nothing but a web-standard `fetch`.
 */
export type * from "@quarry/schema";
export type { ApiKeyName, ApiKeys, RotateApiKey } from "./api-keys.ts";
export type { Audit } from "./audit.ts";
export { Quarry } from "./client.ts";
export type { ContentOrFile, SendOptions } from "./document-content.ts";
export type {
  DocumentName,
  Documents,
  DocumentToStore,
  FileRange,
  ListDocumentsOptions,
  OriginalFile,
} from "./documents.ts";
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
} from "./errors.ts";
export type { EvaluationName, EvaluationRunName, Evaluations, SpaceOfEvaluations } from "./evaluations.ts";
export type { Events, StreamEventsOptions } from "./events.ts";
export type { FileInput } from "./file-source.ts";
export type { UploadProgress } from "./form-body.ts";
export type { ListPage, ListPromise } from "./list-page.ts";
export type { CallOptions, Fetch, QuarryOptions } from "./options.ts";
export type { QueryAnswer, QueryResult, SmartQueryAnswer } from "./query-answer.ts";
export type { ExportOptions, ListSpacesOptions, Spaces } from "./spaces.ts";
export type { UploadedDocument, WaitOptions } from "./uploaded-document.ts";
export type { UpsertManyOptions, UpsertManyProgress, UpsertManyResult } from "./upsert-many.ts";
export type { Usage } from "./usage.ts";
export { type ReceivedWebhook, verifyWebhook } from "./verify-webhook.ts";
export type { WebhookName, Webhooks } from "./webhooks.ts";
