import { type Static, Type } from "@sinclair/typebox";
import { described, Nullable } from "../primitives/described.ts";
import { LIMITS } from "../primitives/limits.ts";
import { MetadataSchema } from "../primitives/metadata.ts";
import { OneOf } from "../primitives/one-of.ts";
import { Page, pageParameters } from "../primitives/page.ts";
import { Text, Timestamp, TimestampOf } from "../primitives/text.ts";
import { spaceId } from "./document-fields.ts";
import { DocumentFilter } from "./document-filter.ts";

/** What a bulk operation can do with documents. */
export const BULK_ACTIONS = ["delete", "reprocess", "setMetadata"] as const;
/** One of the actions. */
export type BulkAction = (typeof BULK_ACTIONS)[number];

/** The states of a bulk operation. The last two are final. */
export const BULK_STATES = ["waiting", "running", "completed", "cancelled"] as const;
/** One of the states. */
export type BulkState = (typeof BULK_STATES)[number];

const action = OneOf(BULK_ACTIONS, {
  description:
    "What is done with each document. `delete`: erases it. `reprocess`: reads its original file again; COMPLETED documents are served in the meantime. `setMetadata`: merges `metadata` into its metadata.",
});

const CHANGE =
  "The change of each document's metadata, as a JSON merge patch (RFC 7396): a value replaces the one of the same key, objects are merged, and null removes a key.";

/** Body of `POST /api/documents/bulk`. */
export const BulkBody = Type.Object(
  {
    spaceId,
    where: Type.Optional(
      described(
        DocumentFilter,
        "The documents, by the filter of a list; `{}` means all documents of the space. Required without `ids`.",
      ),
    ),
    ids: Type.Optional(
      Type.Array(Text({ minLength: 1, maxLength: 200, description: "Id of a document." }), {
        minItems: 1,
        maxItems: LIMITS.bulkIdsMax,
        description: `The documents by their ids, 1 to ${LIMITS.bulkIdsMax}. An id that the space does not have is counted as failed. Required without \`where\`.`,
      }),
    ),
    action,
    metadata: Type.Optional(described(MetadataSchema, `${CHANGE} Required for \`setMetadata\`.`)),
    expected: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1_000_000_000,
        description:
          "The number of documents that someone confirmed, 0 to 1,000,000,000. If more are found, the operation is not started (409). Default: any number.",
      }),
    ),
    dryRun: Type.Optional(
      Type.Boolean({ description: "True only counts the documents and changes nothing. Default: false." }),
    ),
  },
  {
    additionalProperties: false,
    description: "An action, and the documents of a space that it concerns.",
  },
);
/** Static type of {@link BulkBody}. */
export type BulkBody = Static<typeof BulkBody>;

/** A document that a bulk operation could not change, and why. */
export const BulkFailure = Type.Object(
  {
    id: Type.String({ description: "Id of the document." }),
    filename: Nullable(Type.String(), "Its filename; null when the document does not exist."),
    message: Type.String({ description: "Why it was not changed, and what to do." }),
  },
  { description: "A document that was not changed, and why." },
);
/** Static type of {@link BulkFailure}. */
export type BulkFailure = Static<typeof BulkFailure>;

/** A bulk operation: an action on many documents of a space, done in the background. */
export const BulkOperation = Type.Object(
  {
    id: Type.String({ description: "Id of the operation." }),
    orgId: Type.String({ description: "Id of the organization." }),
    spaceId: Type.String({ description: "Id of the space." }),
    action,
    where: Nullable(DocumentFilter, "The filter that chose the documents; null when ids did."),
    metadata: Nullable(MetadataSchema, "The change of the metadata; null for other actions."),
    state: OneOf(BULK_STATES, {
      description:
        "waiting: another operation of the space runs first. running. completed: all documents are done or failed. cancelled: the rest was left unchanged.",
    }),
    total: Type.Integer({
      description: "Number of documents. It is fixed at the start: later documents are not changed.",
    }),
    done: Type.Integer({
      description:
        "Number of finished documents. A document that is processed again counts when it is in the queue; its own status says the rest.",
    }),
    failed: Type.Integer({ description: "Number of documents that were not changed." }),
    failures: Type.Array(BulkFailure, {
      description: `The first ${LIMITS.bulkFailuresShown} failures.`,
    }),
    createdAt: TimestampOf("When it was asked for."),
    startedAt: Nullable(Timestamp, "When its work began; null before. ISO 8601, in UTC."),
    finishedAt: Nullable(Timestamp, "When it was completed or cancelled; null before. ISO 8601, in UTC."),
  },
  { description: "An action on many documents of a space, which is done in the background." },
);
/** Static type of {@link BulkOperation}. */
export type BulkOperation = Static<typeof BulkOperation>;

/** Response of `POST /api/documents/bulk`. */
export const BulkStartResponse = Type.Object(
  {
    count: Type.Integer({ description: "Number of documents that were found." }),
    operation: Nullable(BulkOperation, "The operation, which goes on in the background; null for a dry run."),
  },
  { description: "The number of documents, and the operation that changes them." },
);
/** Static type of {@link BulkStartResponse}. */
export type BulkStartResponse = Static<typeof BulkStartResponse>;

/** Response with one bulk operation. */
export const BulkOperationResponse = Type.Object(
  { operation: described(BulkOperation, "The operation as it is now.") },
  { description: "One bulk operation." },
);
/** Static type of {@link BulkOperationResponse}. */
export type BulkOperationResponse = Static<typeof BulkOperationResponse>;

/** Query parameters of `GET /api/bulk-operations`. */
export const ListBulkOperationsParameters = Type.Object({
  spaceId: Type.Optional(
    described(spaceId, "Returns only operations of this space: its id or slug. Default: all spaces."),
  ),
  page: pageParameters.page,
  pageSize: pageParameters.pageSize,
});
/** Static type of {@link ListBulkOperationsParameters}. */
export type ListBulkOperationsParameters = Static<typeof ListBulkOperationsParameters>;

/** Response of `GET /api/bulk-operations`. */
export const BulkOperationPage = Page(BulkOperation, "One page of bulk operations, newest first.");
/** Static type of {@link BulkOperationPage}. */
export type BulkOperationPage = Static<typeof BulkOperationPage>;
