import { type Static, Type } from "@sinclair/typebox";
import { ApiKey } from "./api-key.ts";
import { Document } from "./document.ts";
import { OneOf } from "./one-of.ts";
import { Space } from "./space.ts";
import { Text, Timestamp } from "./text.ts";

/** Events of spaces: what `spaces:read` lets a caller see. */
export const SPACE_EVENT_TYPES = [
  "space.created",
  "space.updated",
  "space.archived",
  "space.restored",
  "space.purged",
] as const;

/** Events of documents: what `documents:read` lets a caller see. */
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

/** Events of API keys: what `apikeys:read` lets a caller see. */
export const API_KEY_EVENT_TYPES = ["apikey.created", "apikey.revoked"] as const;

/** Everything that can happen. */
export const EVENT_TYPES = [...SPACE_EVENT_TYPES, ...DOCUMENT_EVENT_TYPES, ...API_KEY_EVENT_TYPES] as const;
/** One kind of event. */
export type EventType = (typeof EVENT_TYPES)[number];

/** A kind of event, as a request names it. */
export const EventTypeSchema = OneOf(EVENT_TYPES);

const eventFields = {
  id: Type.String({ description: "a whole number, rising within the organization" }),
  createdAt: Timestamp,
  spaceId: Type.Optional(Type.String({ description: "where it happened, if in a space" })),
};

/** An event of a space, with the space as it is then; `space.purged` shows its last state. */
export const SpaceEvent = Type.Object({
  ...eventFields,
  type: OneOf(SPACE_EVENT_TYPES),
  data: Type.Object({ space: Space }),
});
/** Static type of {@link SpaceEvent}. */
export type SpaceEvent = Static<typeof SpaceEvent>;

/** An event of a document, with the document as it is then. */
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

/** A day or more before a document is erased because its organization's tier keeps it no longer. A change keeps it. */
export const DocumentExpiringEvent = Type.Object({
  ...eventFields,
  type: Type.Literal("document.expiring"),
  data: Type.Object({ document: Document, expiresAt: Timestamp }),
});
/** Static type of {@link DocumentExpiringEvent}. */
export type DocumentExpiringEvent = Static<typeof DocumentExpiringEvent>;

/** The event of a document that is gone. */
export const DocumentDeletedEvent = Type.Object({
  ...eventFields,
  type: Type.Literal("document.deleted"),
  data: Type.Object({ document: Type.Object({ id: Type.String(), filename: Type.String() }) }),
});
/** Static type of {@link DocumentDeletedEvent}. */
export type DocumentDeletedEvent = Static<typeof DocumentDeletedEvent>;

/** An event of an API key, with its record and never the key itself. A rotation revokes a key and creates one. */
export const ApiKeyEvent = Type.Object({
  ...eventFields,
  type: OneOf(API_KEY_EVENT_TYPES),
  data: Type.Object({ apiKey: ApiKey }),
});
/** Static type of {@link ApiKeyEvent}. */
export type ApiKeyEvent = Static<typeof ApiKeyEvent>;

/** Something that happened, as the live stream shows it. */
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
 * Comes first on a stream that cannot go on where its reader left off, because that was too long ago: some events are
 * missing, so whoever keeps a copy must read everything anew.
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
      Text({ minLength: 1, maxLength: 20_000, description: "ids or slugs of spaces, joined by commas" }),
    ),
    types: Type.Optional(
      Text({
        minLength: 1,
        maxLength: 2000,
        description: `kinds of events, joined by commas; of ${EVENT_TYPES.join(", ")}`,
      }),
    ),
    lastEventId: Type.Optional(
      Text({ maxLength: 100, description: "goes on after this event; the header Last-Event-ID wins" }),
    ),
  },
  { additionalProperties: true },
);
/** Static type of {@link EventStreamParameters}. */
export type EventStreamParameters = Static<typeof EventStreamParameters>;
