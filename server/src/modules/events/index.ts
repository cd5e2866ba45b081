import { EventStreamParameters, QuarryEvent, ResetEvent } from "@quarry/schema";
import { Elysia } from "elysia";
import type { Authorization } from "../../platform/http/authorization.ts";
import type { Mount } from "../../platform/http/responses.ts";
import { EVENT_PERMISSIONS, type EventService } from "./service.ts";
import { streamResponse } from "./stream-response.ts";

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const description = {
  description: "Server-sent events, without end. Each has `id`, `event` (the type) and `data` (JSON).",
  content: {
    "text/event-stream": { schema: { anyOf: [reference("QuarryEvent"), reference("ResetEvent")] } },
  },
};

/** The route of the live event stream. */
export function eventRoutes(auth: Authorization, events: EventService, { prefix, describe }: Mount) {
  return new Elysia({ prefix })
    .use(auth)
    .model({ QuarryEvent, ResetEvent })
    .get(
      "/events",
      ({ authenticateAgain, caller, query, request }) => {
        const lastEventId = request.headers.get("last-event-id") ?? query.lastEventId;
        const wanted = lastEventId === undefined ? query : { ...query, lastEventId };
        return streamResponse((signal) => events.stream(caller, wanted, authenticateAgain, signal));
      },
      {
        door: { permission: EVENT_PERMISSIONS, body: "none", cost: "stream" },
        query: EventStreamParameters,
        detail: {
          ...describe(
            "streamEvents",
            "Stream events as they happen, starting after the header Last-Event-ID",
          ),
          responses: { 200: description },
        },
      },
    );
}
