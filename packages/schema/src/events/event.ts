import { type Static, Type } from "@sinclair/typebox";
import { Document } from "../documents/document.ts";
import { ApiKey } from "../organization/api-key.ts";
import { described } from "../primitives/described.ts";
import { OneOf } from "../primitives/one-of.ts";
import { Text, TimestampOf } from "../primitives/text.ts";
import { Space } from "../spaces/space.ts";

/** Events of spaces. Reading them requires `spaces:read`. */
export const SPACE_EVENT_TYPES = [
  "space.created",
  "space.updated",
  "space.archived",
  "space.restored",
  "space.purged",
] as const;

/** Events with the document as it is then. */
const DOCUMENT_CHANGE_TYPES = [
  "document.created",
  "document.processing",
  "document.progress",
  "document.completed",
  "document.failed",
  "document.updated",
] as const;

/** Events of documents. Reading them requires `documents:read`. */
export const DOCUMENT_EVENT_TYPES = [
  ...DOCUMENT_CHANGE_TYPES,
  "document.expiring",
  "document.deleted",
] as const;

/** Events of API keys. Reading them requires `apikeys:read`. */
export const API_KEY_EVENT_TYPES = ["apikey.created", "apikey.revoked"] as const;

/** All event types. */
export const EVENT_TYPES = [...SPACE_EVENT_TYPES, ...DOCUMENT_EVENT_TYPES, ...API_KEY_EVENT_TYPES] as const;
/** One of the event types. */
export type EventType = (typeof EVENT_TYPES)[number];

/** An event type in a request. */
export const EventTypeSchema = OneOf(EVENT_TYPES, {
  description: "What happened, as `resource.event`. More types may be added.",
});

const eventFields = {
  id: Type.String({
    description: "An integer that increases within the organization; resume a stream after it.",
  }),
  createdAt: TimestampOf("When it happened."),
  spaceId: Type.Optional(
    Type.String({ description: "Id of the space of the event. Missing for events of keys." }),
  ),
};

const typeOf = <const Name extends EventType>(types: readonly Name[]) =>
  OneOf(types, { description: "What happened." });

const documentNow = described(Document, "The document's record at that time.");

/** A space event with the space's state at that time. `space.purged` has its last state. */
export const SpaceEvent = Type.Object(
  {
    ...eventFields,
    type: typeOf(SPACE_EVENT_TYPES),
    data: Type.Object(
      {
        space: described(Space, "The space at that time; for `space.purged` as it was last."),
      },
      { description: "What the event is about." },
    ),
  },
  { description: "A space was created, updated, archived, restored or purged." },
);
/** Static type of {@link SpaceEvent}. */
export type SpaceEvent = Static<typeof SpaceEvent>;

/** A document event with the document's state at that time. */
export const DocumentEvent = Type.Object(
  {
    ...eventFields,
    type: typeOf(DOCUMENT_CHANGE_TYPES),
    data: Type.Object({ document: documentNow }, { description: "What the event is about." }),
  },
  { description: "A document was created or changed, or its processing advanced." },
);
/** Static type of {@link DocumentEvent}. */
export type DocumentEvent = Static<typeof DocumentEvent>;

/** Sent at least a day before the tier's retention period deletes a document. Updating the document prevents the deletion. */
export const DocumentExpiringEvent = Type.Object(
  {
    ...eventFields,
    type: Type.Literal("document.expiring", { description: "What happened." }),
    data: Type.Object(
      { document: documentNow, expiresAt: TimestampOf("When the document is going to be deleted.") },
      { description: "What the event is about." },
    ),
  },
  {
    description:
      "The tier's retention period is going to delete a document. Sent at least a day before; updating the document prevents it.",
  },
);
/** Static type of {@link DocumentExpiringEvent}. */
export type DocumentExpiringEvent = Static<typeof DocumentExpiringEvent>;

/** The deletion of a document. */
export const DocumentDeletedEvent = Type.Object(
  {
    ...eventFields,
    type: Type.Literal("document.deleted", { description: "What happened." }),
    data: Type.Object(
      {
        document: Type.Object(
          {
            id: Type.String({ description: "Id of the deleted document." }),
            filename: Type.String({ description: "Its last filename." }),
          },
          { description: "What is left of the document." },
        ),
      },
      { description: "What the event is about." },
    ),
  },
  { description: "A document was deleted." },
);
/** Static type of {@link DocumentDeletedEvent}. */
export type DocumentDeletedEvent = Static<typeof DocumentDeletedEvent>;

/** An API key event with the key's record, without the key itself. A rotation revokes one key and creates another. */
export const ApiKeyEvent = Type.Object(
  {
    ...eventFields,
    type: typeOf(API_KEY_EVENT_TYPES),
    data: Type.Object(
      { apiKey: described(ApiKey, "The key's record, without the key itself.") },
      { description: "What the event is about." },
    ),
  },
  { description: "An API key was created or revoked. A rotation is both." },
);
/** Static type of {@link ApiKeyEvent}. */
export type ApiKeyEvent = Static<typeof ApiKeyEvent>;

/** An event of the live stream. */
export const QuarryEvent = Type.Union(
  [SpaceEvent, DocumentEvent, DocumentExpiringEvent, DocumentDeletedEvent, ApiKeyEvent],
  { description: "An event: a change to a space, a document or a key." },
);
/** Static type of {@link QuarryEvent}. */
export type QuarryEvent =
  | SpaceEvent
  | DocumentEvent
  | DocumentExpiringEvent
  | DocumentDeletedEvent
  | ApiKeyEvent;

/**
 * The first event of a stream that cannot resume at the requested position, because it is too old. Some events are
 * missing, so a client with a local copy must reload it.
 */
export const ResetEvent = Type.Object(
  {
    ...eventFields,
    type: Type.Literal("reset", { description: "Always `reset`." }),
    data: Type.Object(
      { message: Type.String({ description: "Why the stream could not resume." }) },
      { description: "More about the reset." },
    ),
  },
  {
    description:
      "The first event of a stream that cannot resume at the requested position, because it is too old. Some events are missing, so a client with a local copy must reload it.",
  },
);
/** Static type of {@link ResetEvent}. */
export type ResetEvent = Static<typeof ResetEvent>;

/** Query parameters of `GET /api/events`. */
export const EventStreamParameters = Type.Object(
  {
    spaceId: Type.Optional(
      Text({
        minLength: 1,
        maxLength: 20_000,
        description: "Streams only events of these spaces: ids or slugs, separated by commas. Default: all.",
      }),
    ),
    documentId: Type.Optional(
      Text({
        minLength: 1,
        maxLength: 100,
        description:
          "Streams only events of this document, and requires `documents:read`. With `lastEventId=0` the stream starts with the history of the document: its events of the last 7 days. Default: all.",
      }),
    ),
    types: Type.Optional(
      Text({
        minLength: 1,
        maxLength: 2000,
        description: `Streams only events of these types, separated by commas: ${EVENT_TYPES.join(", ")}. Default: all that the caller may read.`,
      }),
    ),
    lastEventId: Type.Optional(
      Text({
        maxLength: 100,
        description:
          "Resumes after the event with this id; the header `Last-Event-ID` takes precedence. Events are kept for 7 days. Default: only new events.",
      }),
    ),
  },
  { additionalProperties: true },
);
/** Static type of {@link EventStreamParameters}. */
export type EventStreamParameters = Static<typeof EventStreamParameters>;
