import type { QuarryEvent, ResetEvent } from "@quarry/schema";
import type { EventRow } from "../../records/events/event-rows.ts";

/** Converts a stored event to its API form. */
export function toEvent({ id, type, createdAt, spaceId, data }: EventRow): QuarryEvent {
  return {
    id: String(id),
    type,
    createdAt: createdAt.toISOString(),
    ...(spaceId === null ? {} : { spaceId }),
    data,
    // `EventLog.record` writes only data that fits the type.
  } as unknown as QuarryEvent;
}

/** Formats an event as a server-sent event. JSON has no line breaks. */
export function eventBlock(event: QuarryEvent | ResetEvent): string {
  return `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** Sets the reader's position without an event: browsers store the id and call no listener. */
export function positionBlock(id: number): string {
  return `id: ${id}\n\n`;
}

/** Keeps the connection open. */
export const HEARTBEAT = ": still here\n\n";

/** How long a browser waits before it connects again. */
export const RETRY = "retry: 2000\n\n";
