import { QuarryError, type StopSignal } from "@quarry/core";
import { CALLER_LEFT } from "../limits/caller-left.ts";
import { type PluginDeadline, startDeadline } from "./plugin-deadline.ts";
import type { PluginHealth } from "./plugin-health.ts";

/** How a member of a port may be called. Durations are in milliseconds. */
export interface MemberRules {
  readonly member: string;
  /** The call fails after this time. */
  readonly limitMs: number;
  /** Duration from which a call counts as slow. */
  readonly slowMs: number;
  /** True to repeat a failed call once, at once. Writes are repeated by their caller. */
  readonly isRepeated: boolean;
  /** True for a step of work that is under way, which the failure of another must not end. */
  readonly isNeverClosed?: boolean;
}

type Run<Answer> = (signal: StopSignal | undefined, deadline: PluginDeadline) => Answer | Promise<Answer>;

/** Calls the members of one plug-in, which may do anything. */
export interface PluginCalls {
  /**
   * Calls a member with a deadline and checks its answer.
   * @param run Receives the deadline, and a signal, when `caller` is given, that is aborted when the call is given up.
   * @param faultOf Returns what is wrong with the answer, without a tenant's data; undefined when nothing is.
   * @param caller Aborted when the caller has left. That is no failure of the plug-in.
   * @throws QuarryError `unavailable` for every failure; `CALLER_LEFT`.
   */
  call<Answer>(
    rules: MemberRules,
    run: Run<Answer>,
    faultOf?: (answer: Answer) => string | undefined,
    caller?: StopSignal,
  ): Promise<Answer>;
}

/** A failure after this time closes the member for a moment, so that a store that hangs delays few callers. */
const LONG_FAILURE_MS = 1000;
const CLOSED_MS = 1000;
const RETRY_AFTER_MS = 2000;

/** Why a member lets no calls through, and until when. */
interface Closure {
  readonly error: QuarryError;
  until: number;
}

/** @param passes True for errors that are not the plug-in's own; they are thrown as they are. */
export function createPluginCalls(
  health: PluginHealth,
  passes: (error: unknown) => boolean = () => false,
): PluginCalls {
  const closures = new Map<string, Closure>();

  /** After a closure a single call tries the member. */
  function admit({ member, limitMs }: MemberRules): void {
    const closure = closures.get(member);
    if (!closure) return;
    const now = performance.now();
    if (now < closure.until) throw closure.error;
    closure.until = now + limitMs;
  }

  const away = (problem: string, cause?: unknown) =>
    new QuarryError("unavailable", `The ${health.plugin} is away: ${problem}.`, {
      retryAfterMs: RETRY_AFTER_MS,
      ...(cause === undefined ? {} : { cause }),
    });

  function toUnavailable(member: string, error: unknown): QuarryError {
    if (QuarryError.isInstance(error) && error.code === "unavailable") return error;
    if (error instanceof Error) return away(`${member} failed with ${error.name}`, error);
    return away(`${member} failed with ${kindOf(error)} instead of an error`);
  }

  async function attempt<Answer>(
    { member, limitMs, isRepeated }: MemberRules,
    run: Run<Answer>,
    caller: StopSignal | undefined,
    deadline: PluginDeadline,
  ): Promise<Answer> {
    if (caller?.aborted) throw CALLER_LEFT;
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const stopping = caller && new AbortController();
    const giveUp = (error: QuarryError) => {
      reject(error);
      stopping?.abort(error);
    };
    const onLeft = () => giveUp(CALLER_LEFT);
    caller?.addEventListener("abort", onLeft);
    void deadline.expired.then(() => giveUp(away(`${member} did not answer within ${limitMs / 1000} s`)));
    const once = async () => run(stopping?.signal, deadline);
    const isFinal = (error: unknown) =>
      !isRepeated || stopping?.signal.aborted === true || QuarryError.isInstance(error) || passes(error);
    once()
      .catch((error: unknown) => (isFinal(error) ? Promise.reject(error) : once()))
      .then(resolve, reject);
    try {
      return await promise;
    } finally {
      caller?.removeEventListener("abort", onLeft);
    }
  }

  return {
    async call(rules, run, faultOf, caller) {
      const { member, slowMs, isNeverClosed = false } = rules;
      admit(rules);
      const deadline = startDeadline(rules.limitMs);
      try {
        const answer = await attempt(rules, run, caller, deadline);
        const fault = faultOf?.(answer);
        if (fault !== undefined) throw away(`${member} ${fault}`);
        closures.delete(member);
        health.succeeded(member, deadline.longestMs(), slowMs);
        return answer;
      } catch (thrown) {
        if (thrown === CALLER_LEFT || passes(thrown)) {
          closures.delete(member);
          throw thrown;
        }
        const error = toUnavailable(member, thrown);
        if (deadline.longestMs() >= LONG_FAILURE_MS && !isNeverClosed)
          closures.set(member, { error, until: performance.now() + CLOSED_MS });
        else closures.delete(member);
        health.failed(member, error);
        throw error;
      } finally {
        deadline.pause();
      }
    },
  };
}

/** Names the kind of a value in a message, without the value. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return "an object";
  return `a ${typeof value}`;
}
