import type { EventType, QuarryEvent, ResetEvent } from "@quarry/schema";
import { QuarryError } from "../errors/errors.ts";
import { backoffMs } from "../http/backoff.ts";
import { sleep } from "../http/deadline.ts";
import type { CallOptions } from "../http/options.ts";
import { readBlocks } from "../http/server-sent-events.ts";
import type { Transport } from "../http/transport.ts";

/** Options of {@link Events.stream}. */
export interface StreamEventsOptions {
  /** Ids or slugs of spaces. Default: all events that the API key has access to. */
  readonly spaceId?: string | readonly string[] | undefined;
  /** Id of a document: streams only its events. With `lastEventId: "0"` the stream starts with its history. */
  readonly documentId?: string | undefined;
  /** Event types. Default: all types that the API key has access to. */
  readonly types?: readonly EventType[] | undefined;
  /** Resumes after this event. Default: starts with the next event. */
  readonly lastEventId?: string | undefined;
}

const MAX_DELAY_MS = 30_000;
/** The server sends at least a comment every 15 seconds. */
const IDLE_TIMEOUT_MS = 45_000;

/** Events: changes in the organization, as a live stream. */
export class Events {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Streams events until the signal aborts. After a lost connection it reconnects and resumes where it stopped; an event
   * of type `reset` means that some events are missing.
   * @throws QuarryError if the first connection fails, or if the server rejects the call.
   */
  async *stream(
    { spaceId, documentId, types, lastEventId }: StreamEventsOptions = {},
    options: CallOptions = {},
  ): AsyncGenerator<QuarryEvent | ResetEvent, void, undefined> {
    const { signal } = options;
    const parameters = {
      spaceId: typeof spaceId === "object" ? spaceId.join(",") : spaceId,
      documentId,
      types: types?.join(","),
    };
    const call = { method: "GET", path: "/api/events", parameters } as const;
    let position = lastEventId;
    // Before the first connection, failures are thrown; after it, they are treated as interruptions.
    let hasConnected = false;
    for (let failures = 0; !signal?.aborted; failures += 1) {
      let retryAfterMs: number | undefined;
      try {
        const headers = {
          accept: "text/event-stream",
          ...options.headers,
          ...(position === undefined ? {} : { "last-event-id": position }),
        };
        // After the first connection this loop does the retries, without limit.
        const retries = hasConnected ? { maxRetries: 0 } : {};
        const { body } = await this.#transport.open(call, { ...options, ...retries, headers });
        hasConnected = true;
        for await (const { id, data } of readBlocks(body, { idleMs: IDLE_TIMEOUT_MS, signal })) {
          failures = 0;
          if (id !== undefined) position = id;
          if (data !== undefined) yield JSON.parse(data) as QuarryEvent | ResetEvent;
        }
      } catch (error) {
        if (signal?.aborted) return;
        if (!hasConnected || isPermanent(error)) throw error;
        retryAfterMs = QuarryError.isInstance(error) ? error.retryAfterMs : undefined;
      }
      await sleep(retryAfterMs ?? backoffMs(failures, MAX_DELAY_MS), signal).catch(() => undefined);
    }
  }
}

/** True if reconnecting would fail with the same error. */
function isPermanent(error: unknown): boolean {
  const status = QuarryError.isInstance(error) ? (error.status ?? 0) : 0;
  return status >= 300 && status < 500 && status !== 408 && status !== 429;
}
