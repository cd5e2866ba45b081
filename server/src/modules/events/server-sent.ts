import type { QuarryEvent, ResetEvent } from "@quarry/schema";
import type { EventRow } from "../../records/events/event-rows.ts";

/** A stored event as the interface shows it. */
export function toEvent({ id, type, createdAt, spaceId, data }: EventRow): QuarryEvent {
  return {
    id: String(id),
    type,
    createdAt: createdAt.toISOString(),
    ...(spaceId === null ? {} : { spaceId }),
    data,
    // Written by `record`, which takes no other data.
  } as unknown as QuarryEvent;
}

/** An event in the form of server-sent events; JSON has no line breaks. */
export function eventBlock(event: QuarryEvent | ResetEvent): string {
  return `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** Tells how far the reader is, and nothing else: browsers take note of it and call nobody. */
export function positionBlock(id: number): string {
  return `id: ${id}\n\n`;
}

/** Keeps the connection open. */
export const HEARTBEAT = ": still here\n\n";

/** How long a browser waits before it connects again. */
export const RETRY = "retry: 2000\n\n";
