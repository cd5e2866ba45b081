import { Elysia } from "elysia";
import { earlyStatusOf, requestIdOf, timeOf } from "./request-id.ts";

/** A request that was answered. */
export interface AnsweredRequest {
  readonly requestId: string;
  readonly method: string;
  /** The pattern of the route, e.g. `/api/spaces/:id`, never the path. */
  readonly route: string;
  readonly status: number;
  /** The W3C trace context that the caller sent. */
  readonly traceparent: string | null;
  /** Of `performance.now()`. */
  readonly startedAtMs: number;
  /** Until the answer began. */
  readonly durationMs: number;
}

/** Receives each request that was answered. */
export type RequestObserver = (answered: AnsweredRequest) => void;

/**
 * Calls the observers after each answer; without any, requests run as if this did not exist. Register it first: it covers
 * only routes that are registered after it.
 */
export function observeRequests(observers: readonly RequestObserver[]) {
  const plugin = new Elysia({ name: "observe-requests" });
  if (observers.length === 0) return plugin;
  return plugin.onAfterResponse({ as: "global" }, ({ request, route, set, responseValue }) => {
    const answered: AnsweredRequest = {
      requestId: requestIdOf(request),
      method: request.method,
      route: route === "" ? "(none)" : route,
      status:
        earlyStatusOf(request) ??
        (responseValue instanceof Response ? responseValue.status : Number(set.status ?? 200)),
      traceparent: request.headers.get("traceparent"),
      ...timeOf(request),
    };
    for (const observe of observers) observe(answered);
  });
}
