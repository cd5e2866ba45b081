import { QuarryError } from "@quarry/core";
import { Elysia } from "elysia";
import { questionTookTooLong } from "../limits/deadline.ts";
import { type CallTimeoutsMs, COSTS, type Cost } from "./costs.ts";
import type { ErrorAnswer } from "./errors.ts";
import type { Context } from "./identify.ts";
import { noteAnswer } from "./request-id.ts";

/** A call at a route. */
interface Call {
  readonly context: Context;
  readonly cost: Cost;
  /** True when it has been let in, so that it may have an effect. */
  hasBegun: boolean;
}

/** A request that has no answer yet. */
interface Pending {
  readonly timeoutsMs: CallTimeoutsMs;
  refuse(call: Call, timeoutMs: number): void;
  call?: Call;
  /** When it arrived, or the last piece of its body. */
  sinceMs: number;
  timer?: Timer;
  isOver: boolean;
}

const RETRY_AFTER_MS = 5000;

const requests = new WeakMap<Request, Pending>();

/**
 * Answers calls at their deadline with 503. What they wait for goes on, and its outcome is dropped; with an
 * `Idempotency-Key` it is kept for a repetition. Register it after all other plugins that wrap requests.
 */
export function callDeadlines(timeoutsMs: CallTimeoutsMs, answerError: ErrorAnswer): Elysia {
  return new Elysia({ name: "call-deadlines" }).wrap((handle, request) => (...parameters: unknown[]) => {
    if (requests.has(request)) return handle(...parameters);
    const { promise: refused, resolve } = Promise.withResolvers<Response>();
    const pending: Pending = {
      ...{ timeoutsMs, sinceMs: performance.now(), isOver: false },
      refuse(call, timeoutMs) {
        pending.isOver = true;
        const response = answerError(refusalOf(call, timeoutMs), call.context);
        noteAnswer(request, response.status);
        resolve(response);
      },
    };
    requests.set(request, pending);
    const answer: unknown = handle(...parameters);
    if (!(answer instanceof Promise)) return answer;
    return Promise.race([answer, refused]).finally(() => {
      pending.isOver = true;
      clearTimeout(pending.timer);
    });
  }) as unknown as Elysia;
}

/** Starts the deadline of a call: until it is let in, the deadline of a light call, which takes as many statements. */
export function enterCall(context: Context, cost: Cost): void {
  const pending = requests.get(context.request);
  if (!pending || pending.call) return;
  pending.call = { context, cost, hasBegun: false };
  startTimer(pending);
}

/**
 * Lets a call in: from now on, it may have an effect.
 * @throws QuarryError `unavailable` when it has been refused.
 */
export function beginCall(request: Request): void {
  const pending = requests.get(request);
  if (!pending?.call) return;
  if (pending.isOver) throw notCarriedOut(pending.timeoutsMs.light);
  pending.call.hasBegun = true;
  startTimer(pending);
}

/** Waits for a piece of a body, after which the deadline starts again. */
export async function whileReceiving<Piece>(request: Request, piece: Promise<Piece>): Promise<Piece> {
  const pending = requests.get(request);
  clearTimeout(pending?.timer);
  try {
    return await piece;
  } finally {
    if (pending) {
      pending.sinceMs = performance.now();
      startTimer(pending);
    }
  }
}

/** The error of a call that was not let in. */
export function notCarriedOut(timeoutMs: number): QuarryError {
  return tookTooLong(
    `The service did not get to this call within ${timeoutMs} ms, and will not carry it out. Send it again.`,
  );
}

function startTimer(pending: Pending): void {
  const { call, timeoutsMs, sinceMs, isOver } = pending;
  clearTimeout(pending.timer);
  if (!call || isOver) return;
  const own = timeoutsMs[COSTS[call.cost].deadline];
  const timeoutMs = call.hasBegun ? own : Math.min(own, timeoutsMs.light);
  const leftMs = Math.max(0, sinceMs + timeoutMs - performance.now());
  pending.timer = setTimeout(() => pending.refuse(call, timeoutMs), leftMs);
  pending.timer.unref();
}

function refusalOf({ context: { request }, cost, hasBegun }: Call, timeoutMs: number): QuarryError {
  if (!hasBegun) return notCarriedOut(timeoutMs);
  if (cost === "question") return questionTookTooLong(timeoutMs);
  if (request.method === "GET" || request.method === "HEAD")
    return tookTooLong(`The call was not answered within ${timeoutMs} ms. Send it again.`);
  return tookTooLong(
    `The call was not finished within ${timeoutMs} ms. Its outcome is unknown: it may still be carried out. Check whether it was before you repeat it. With an Idempotency-Key, repeat it with the same key.`,
  );
}

function tookTooLong(message: string): QuarryError {
  return new QuarryError("unavailable", message, { retryAfterMs: RETRY_AFTER_MS });
}
