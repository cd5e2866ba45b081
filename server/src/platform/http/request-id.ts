import { QuarryError } from "@quarry/core";
import type { NewId } from "@quarry/core/internal";
import { Elysia } from "elysia";
import { withRequestId } from "../work-context.ts";

/** What is known of a request while it runs. */
interface Running {
  readonly id: string;
  readonly startedAtMs: number;
  endedAtMs?: number;
  /** Of an answer that came before the request had ended. */
  earlyStatus?: number;
}

const requests = new WeakMap<Request, Running>();

/** Ids that a proxy or caller may choose: UUIDs, ULIDs, trace ids. Other ids are replaced. */
const GIVEN_ID = /^[\w.:-]{1,128}$/;

/** The id under which a request is logged; empty before the request has one. */
export function requestIdOf(request: Request): string {
  return requests.get(request)?.id ?? "";
}

/** When a request arrived, and how long it took until its answer began, or so far. */
export function timeOf(request: Request): { readonly startedAtMs: number; readonly durationMs: number } {
  const { startedAtMs = 0, endedAtMs = performance.now() } = requests.get(request) ?? {};
  return { startedAtMs, durationMs: endedAtMs - startedAtMs };
}

/** Notes the answer that a caller gets before its request has ended. */
export function noteAnswer(request: Request, status: number): void {
  const running = requests.get(request);
  if (running) Object.assign(running, { endedAtMs: performance.now(), earlyStatus: status });
}

/** The status of an answer that came before its request had ended; undefined for others. */
export function earlyStatusOf(request: Request): number | undefined {
  return requests.get(request)?.earlyStatus;
}

/**
 * Gives every request an id, or takes the id of its `X-Request-Id`, and returns it in `X-Request-Id`. Everything that the
 * request logs carries it. Rejects requests without a valid address.
 */
export function requestId(newId: NewId) {
  return new Elysia({ name: "request-id" })
    .wrap((handle, request) => () => {
      if (requests.has(request)) return handle(request);
      const given = request.headers.get("x-request-id");
      const id = given !== null && GIVEN_ID.test(given) ? given : newId("request");
      const running: Running = { id, startedAtMs: performance.now() };
      requests.set(request, running);
      return withRequestId(id, () => noteEnd(running, handle(request)));
    })
    .onRequest(({ request, set }) => {
      set.headers["x-request-id"] = requestIdOf(request);
      set.headers["x-content-type-options"] = "nosniff";
      // The address contains the Host header. Routes and libraries may parse it.
      if (!URL.canParse(request.url))
        throw new QuarryError("invalid_request", "The Host header is not a valid host name.");
    });
}

function noteEnd(running: Running, answer: unknown): unknown {
  if (!(answer instanceof Promise)) {
    running.endedAtMs = performance.now();
    return answer;
  }
  return answer.then((response: unknown) => {
    running.endedAtMs ??= performance.now();
    return response;
  });
}
