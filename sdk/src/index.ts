/**
 * @module
 * The client of Quarry: `new Quarry({ apiKey, baseUrl })`. It needs nothing but a web-standard `fetch`.
 */
export type { ApiKeyName, ApiKeys } from "./api-keys.ts";
export { Quarry } from "./client.ts";
export type { DocumentName, Documents, ListDocumentsOptions } from "./documents.ts";
export {
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  DocumentFailedError,
  NotFoundError,
  PermissionDeniedError,
  QuarryError,
  type QuarryErrorCode,
  type QuarryErrorFields,
  RateLimitError,
  TimeoutError,
  UnavailableError,
  WebhookVerificationError,
} from "./errors.ts";
export type { EvaluationName, EvaluationRunName, Evaluations, SpaceOfEvaluations } from "./evaluations.ts";
export type { Events, StreamEventsOptions } from "./events.ts";
export type { ListPage, ListPromise } from "./list-page.ts";
export type { CallOptions, Fetch, QuarryOptions } from "./options.ts";
export type { ListSpacesOptions, Spaces } from "./spaces.ts";
export type { UploadedDocument, WaitOptions } from "./uploaded-document.ts";
export { type ReceivedWebhook, verifyWebhook } from "./verify-webhook.ts";
export type { WebhookName, Webhooks } from "./webhooks.ts";
