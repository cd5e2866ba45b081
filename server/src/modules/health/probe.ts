import { QuarryError } from "@quarry/core";

/** Asks one part of the service how it is. */
export interface Probe {
  /**
   * Returns what does not work, in time also when the part does not answer: then what it answered last.
   * @throws the part's error; QuarryError `unavailable` when it has not answered for `silentMs`, or never.
   */
  check(): Promise<string[]>;
}

/** What a probe asks. */
export interface ProbedPart {
  /** In messages, e.g. `database`. */
  readonly name: string;
  /** Resolves with a problem, or with undefined when there is none. Rejects when the part cannot be used. */
  ask(): Promise<string | undefined>;
  /** True for a part that has just worked. */
  readonly isWorking?: boolean;
}

/** A question that takes longer is not awaited: `/ready` answers within 100 ms. */
const WITHIN_MS = 70;
/** A busy part may take some time. After this time it counts as away. */
const SILENT_MS = 3000;
const RETRY_AFTER_MS = 1000;

type Answer = { readonly atMs: number } & (
  | { readonly problem: string | undefined }
  | { readonly error: unknown }
);

/** Creates a probe, which asks a part one question at a time. */
export function createProbe(
  { name, ask, isWorking = false }: ProbedPart,
  { withinMs = WITHIN_MS, silentMs = SILENT_MS, nowMs = () => performance.now() } = {},
): Probe {
  let last: Answer | undefined = isWorking ? { atMs: nowMs(), problem: undefined } : undefined;
  let asking: { readonly sinceMs: number; readonly answered: Promise<Answer> } | undefined;

  async function begin(): Promise<Answer> {
    const answer = await ask().then(
      (problem) => ({ problem }),
      (error: unknown) => ({ error }),
    );
    asking = undefined;
    last = { ...answer, atMs: nowMs() };
    return last;
  }

  /** What counts while there is no new answer. */
  function withoutAnswer(sinceMs: number): string[] {
    const silence = `The ${name} has not answered for ${seconds(nowMs() - sinceMs)}`;
    if (!last || nowMs() - sinceMs >= silentMs)
      throw new QuarryError("unavailable", `${silence}.`, { retryAfterMs: RETRY_AFTER_MS });
    return [...problemsOf(last), `${silence}. It last answered ${seconds(nowMs() - last.atMs)} ago.`];
  }

  return {
    async check() {
      asking ??= { sinceMs: nowMs(), answered: begin() };
      const { sinceMs, answered } = asking;
      const answer = await inTime(answered, withinMs);
      return answer ? problemsOf(answer) : withoutAnswer(sinceMs);
    },
  };
}

function problemsOf(answer: Answer): string[] {
  if ("error" in answer) throw answer.error;
  return answer.problem === undefined ? [] : [answer.problem];
}

/** The answer, or undefined when there is none in time. */
async function inTime(answered: Promise<Answer>, withinMs: number): Promise<Answer | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  // After a busy turn of the event loop, the answer may have arrived although the timer runs first.
  const timer = setTimeout(() => setImmediate(resolve, undefined), withinMs);
  try {
    return await Promise.race([answered, late]);
  } finally {
    clearTimeout(timer);
  }
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
