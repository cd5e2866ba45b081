/** The steps of a question, in the order of the header `Server-Timing`. */
const STEPS = ["key", "analyse", "embed", "words", "vectors", "fuse", "live", "answer"] as const;

/** A step of a question. */
export type Step = (typeof STEPS)[number];

/** How long each step of one question took. Steps that run side by side overlap. */
export interface Timings {
  /** Adds the milliseconds of a step. */
  add(step: Step, ms: number): void;
  /** The value of the header `Server-Timing`, with the steps that took place. */
  header(): string;
  /** The steps that took place. */
  stages(): EndedStage[];
}

/** A step of a question or a stage of a document that has ended. */
export interface EndedStage {
  readonly of: "question" | "document";
  readonly stage: string;
  /** Of `performance.now()`. */
  readonly startedAtMs: number;
  readonly durationMs: number;
}

/** Receives each stage when it has ended. */
export type StageObserver = (ended: EndedStage) => void;

/** Runs a stage of a document and reports how long it took, when it succeeds and its time is wanted. */
export async function observed<Result>(
  observe: StageObserver | undefined,
  stage: string,
  task: () => Promise<Result>,
): Promise<Result> {
  if (!observe) return task();
  const startedAtMs = performance.now();
  const result = await task();
  observe({ of: "document", stage, startedAtMs, durationMs: performance.now() - startedAtMs });
  return result;
}

/** Creates the timings of a question. */
export function createTimings(): Timings {
  const durations: Partial<Record<Step, number>> = {};
  const starts: Partial<Record<Step, number>> = {};
  return {
    add(step, ms) {
      // A correction is negative, and does not begin a step.
      if (ms >= 0) starts[step] ??= performance.now() - ms;
      durations[step] = (durations[step] ?? 0) + ms;
    },
    header() {
      let header = "";
      for (const step of STEPS) {
        const ms = durations[step];
        if (ms !== undefined) header += `${header === "" ? "" : ", "}${step};dur=${ms.toFixed(3)}`;
      }
      return header;
    },
    stages: () =>
      STEPS.flatMap((stage) => {
        const { [stage]: durationMs } = durations;
        const { [stage]: startedAtMs = 0 } = starts;
        return durationMs === undefined ? [] : [{ of: "question" as const, stage, startedAtMs, durationMs }];
      }),
  };
}

/** Runs a step and adds its time, when timings are wanted. */
export async function timed<Result>(
  timings: Timings | undefined,
  step: Step,
  task: () => Promise<Result>,
): Promise<Result> {
  if (!timings) return task();
  const start = performance.now();
  try {
    return await task();
  } finally {
    timings.add(step, performance.now() - start);
  }
}

/** Like {@link timed}, for a step that does not wait. */
export function timedSync<Result>(timings: Timings | undefined, step: Step, task: () => Result): Result {
  const start = performance.now();
  const result = task();
  timings?.add(step, performance.now() - start);
  return result;
}
