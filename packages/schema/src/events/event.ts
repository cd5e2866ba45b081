import { type Static, Type } from "@sinclair/typebox";
import { Document } from "../documents/document.ts";
import { ApiKey } from "../organization/api-key.ts";
import { OneOf } from "../primitives/one-of.ts";
import { Text, Timestamp } from "../primitives/text.ts";
import { Space } from "../spaces/space.ts";

/** Events of spaces. Reading them requires `spaces:read`. */
export const SPACE_EVENT_TYPES = [
  "space.created",
  "space.updated",
  "space.archived",
  "space.restored",
  "space.purged",
] as const;

/** Events of documents. Reading them requires `documents:read`. */
export const DOCUMENT_EVENT_TYPES = [
  "document.created",
  "document.processing",
  "document.progress",
  "document.completed",
  "document.failed",
  "document.updated",
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
export const EventTypeSchema = OneOf(EVENT_TYPES);

const eventFields = {
  id: Type.String({ description: "an integer that increases within the organization" }),
  createdAt: Timestamp,
  spaceId: Type.Optional(Type.String({ description: "the space of the event, if it has one" })),
};

/** A space event with the space's state at that time. `space.purged` has its last state. */
export const SpaceEvent = Type.Object({
  ...eventFields,
  type: OneOf(SPACE_EVENT_TYPES),
  data: Type.Object({ space: Space }),
});
/** Static type of {@link SpaceEvent}. */
export type SpaceEvent = Static<typeof SpaceEvent>;

/** A document event with the document's state at that time. */
export const DocumentEvent = Type.Object({
  ...eventFields,
  type: OneOf<Exclude<(typeof DOCUMENT_EVENT_TYPES)[number], "document.expiring" | "document.deleted">>([
    "document.created",
    "document.processing",
    "document.progress",
    "document.completed",
    "document.failed",
    "document.updated",
  ]),
  data: Type.Object({ document: Document }),
});
/** Static type of {@link DocumentEvent}. */
export type DocumentEvent = Static<typeof DocumentEvent>;

/** Sent at least a day before the tier's retention period deletes a document. Updating the document prevents the deletion. */
export const DocumentExpiringEvent = Type.Object({
  ...eventFields,
  type: Type.Literal("document.expiring"),
  data: Type.Object({ document: Document, expiresAt: Timestamp }),
});
/** Static type of {@link DocumentExpiringEvent}. */
export type DocumentExpiringEvent = Static<typeof DocumentExpiringEvent>;

/** The deletion of a document. */
export const DocumentDeletedEvent = Type.Object({
  ...eventFields,
  type: Type.Literal("document.deleted"),
  data: Type.Object({ document: Type.Object({ id: Type.String(), filename: Type.String() }) }),
});
/** Static type of {@link DocumentDeletedEvent}. */
export type DocumentDeletedEvent = Static<typeof DocumentDeletedEvent>;

/** An API key event with the key's record, without the key itself. A rotation revokes one key and creates another. */
export const ApiKeyEvent = Type.Object({
  ...eventFields,
  type: OneOf(API_KEY_EVENT_TYPES),
  data: Type.Object({ apiKey: ApiKey }),
});
/** Static type of {@link ApiKeyEvent}. */
export type ApiKeyEvent = Static<typeof ApiKeyEvent>;

/** An event of the live stream. */
export const QuarryEvent = Type.Union([
  SpaceEvent,
  DocumentEvent,
  DocumentExpiringEvent,
  DocumentDeletedEvent,
  ApiKeyEvent,
]);
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
export const ResetEvent = Type.Object({
  ...eventFields,
  type: Type.Literal("reset"),
  data: Type.Object({ message: Type.String() }),
});
/** Static type of {@link ResetEvent}. */
export type ResetEvent = Static<typeof ResetEvent>;

/** Query parameters of `GET /api/events`. */
export const EventStreamParameters = Type.Object(
  {
    spaceId: Type.Optional(
      Text({ minLength: 1, maxLength: 20_000, description: "ids or slugs of spaces, separated by commas" }),
    ),
    types: Type.Optional(
      Text({
        minLength: 1,
        maxLength: 2000,
        description: `event types, separated by commas: ${EVENT_TYPES.join(", ")}`,
      }),
    ),
    lastEventId: Type.Optional(
      Text({
        maxLength: 100,
        description: "resumes after this event; the header Last-Event-ID takes precedence",
      }),
    ),
  },
  { additionalProperties: true },
);
/** Static type of {@link EventStreamParameters}. */
export type EventStreamParameters = Static<typeof EventStreamParameters>;
