import type { EventType, QuarryEvent, ResetEvent } from "@quarry/schema";
import { sleep } from "./deadline.ts";
import { QuarryError } from "./errors.ts";
import type { CallOptions } from "./options.ts";
import { readBlocks } from "./server-sent.ts";
import type { Transport } from "./transport.ts";

/** Which events to follow. */
export interface StreamEventsOptions {
  /** Ids or slugs of spaces. Left out: everything that the key may see. */
  readonly spaceId?: string | readonly string[] | undefined;
  /** Kinds of events. Left out: all that the key may see. */
  readonly types?: readonly EventType[] | undefined;
  /** Goes on after this event. Left out: what happens from now on. */
  readonly lastEventId?: string | undefined;
}

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;
/** The server says something every 15 seconds. */
const IDLE_MS = 45_000;

/** Events: what happens in the organization. */
export class Events {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Follows what happens, until the signal aborts. A broken connection is made again where it left off; an event of
   * type `reset` says that something in between is missing. Throws when the server refuses.
   */
  async *stream(
    { spaceId, types, lastEventId }: StreamEventsOptions = {},
    options: CallOptions = {},
  ): AsyncGenerator<QuarryEvent | ResetEvent, void, undefined> {
    const { signal } = options;
    const parameters = {
      spaceId: typeof spaceId === "object" ? spaceId.join(",") : spaceId,
      types: types?.join(","),
    };
    const call = { method: "GET", path: "/api/events", parameters } as const;
    let position = lastEventId;
    // Whoever has never been connected wants to know why; later it is only an interruption.
    let hasBegun = false;
    for (let failures = 0; !signal?.aborted; failures += 1) {
      let retryAfterMs: number | undefined;
      try {
        const headers = {
          accept: "text/event-stream",
          ...options.headers,
          ...(position === undefined ? {} : { "last-event-id": position }),
        };
        // The loop itself tries again, for ever.
        const retries = hasBegun ? { maxRetries: 0 } : {};
        const { body } = await this.#transport.open(call, { ...options, ...retries, headers });
        hasBegun = true;
        for await (const { id, data } of readBlocks(body, { idleMs: IDLE_MS, signal })) {
          failures = 0;
          if (id !== undefined) position = id;
          if (data !== undefined) yield JSON.parse(data) as QuarryEvent | ResetEvent;
        }
      } catch (error) {
        if (signal?.aborted) return;
        if (!hasBegun || isRefusal(error)) throw error;
        retryAfterMs = QuarryError.isInstance(error) ? error.retryAfterMs : undefined;
      }
      const backOffMs = Math.min(FIRST_DELAY_MS * 2 ** failures, LONGEST_DELAY_MS);
      await sleep(retryAfterMs ?? backOffMs * (1 - Math.random() / 4), signal).catch(() => undefined);
    }
  }
}

/** True when coming again would be refused again. */
function isRefusal(error: unknown): boolean {
  const status = QuarryError.isInstance(error) ? (error.status ?? 0) : 0;
  return status >= 300 && status < 500 && status !== 408 && status !== 429;
}
