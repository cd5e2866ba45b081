import { type Clock, QuarryError } from "@quarry/core";
import type { DoctorFinding, DoctorResponse } from "@quarry/schema";

/** What an examination reports, one after the other. */
export type Examination = AsyncIterable<
  | ({ readonly type: "finding" } & DoctorFinding)
  | { readonly type: "result"; readonly isGood: boolean; readonly text: string }
  | { readonly type: "progress" | "error"; readonly text: string }
>;

/** Examines the stored data. Calls at the same time share one examination. */
export type Examiner = (repair: boolean) => Promise<DoctorResponse>;

interface Run {
  readonly repair: boolean;
  readonly examined: Promise<DoctorResponse>;
  /** True when a caller did not wait for the result. */
  isMissed: boolean;
}

interface MissedResult {
  readonly repair: boolean;
  readonly result: DoctorResponse;
  readonly untilMs: number;
}

const SHOWN_FINDINGS = 1000;
/** Shorter than the time after which the server closes an idle connection. */
const ANSWER_WITHIN_MS = 200_000;
/** A caller that was told to ask again finds the result for so long. */
const KEPT_MS = 600_000;

/** Creates the examiner. @param deps.doctor Starts an examination. */
export function createExaminer(deps: {
  readonly clock: Clock;
  readonly doctor: (repair: boolean) => Examination;
  readonly answerWithinMs?: number | undefined;
}): Examiner {
  const { clock, doctor, answerWithinMs = ANSWER_WITHIN_MS } = deps;
  let running: Run | undefined;
  let missed: MissedResult | undefined;

  async function examine(repair: boolean): Promise<DoctorResponse> {
    const findings: DoctorFinding[] = [];
    let total = 0;
    let isGood = false;
    for await (const event of doctor(repair)) {
      if (event.type === "result") isGood = event.isGood;
      if (event.type !== "finding") continue;
      total += 1;
      const { orgId, subject, problem, isRepaired } = event;
      if (total <= SHOWN_FINDINGS) findings.push({ orgId, subject, problem, isRepaired });
    }
    return { isGood, total, findings, finishedAt: new Date(clock.now()).toISOString() };
  }

  function start(repair: boolean): Run {
    const examined = examine(repair)
      .then((result) => {
        if (run.isMissed) missed = { repair, result, untilMs: clock.now() + KEPT_MS };
        return result;
      })
      .finally(() => {
        running = undefined;
      });
    const run: Run = { repair, examined, isMissed: false };
    return run;
  }

  function takeMissed(repair: boolean): DoctorResponse | undefined {
    const found = missed;
    if (!found || found.repair !== repair) return undefined;
    missed = undefined;
    return found.untilMs > clock.now() ? found.result : undefined;
  }

  return async (repair) => {
    const kept = takeMissed(repair);
    if (kept) return kept;
    if (running && running.repair !== repair)
      throw new QuarryError("conflict", "The doctor is at work. Ask again when it is done.");
    running ??= start(repair);
    const run = running;
    const result = await within(run.examined, answerWithinMs, () => {
      run.isMissed = true;
    });
    if (missed?.result === result) missed = undefined;
    return result;
  };
}

/** Rejects when the examination takes too long for one call; it goes on. */
async function within<Result>(task: Promise<Result>, limitMs: number, onLate: () => void): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const message = "The doctor is still at work. Ask again in a minute, or run bun run doctor on the server.";
  const timer = setTimeout(() => {
    onLate();
    reject(new QuarryError("unavailable", message, { retryAfterMs: 60_000 }));
  }, limitMs);
  // It may fail when no one waits any more.
  task.catch(() => undefined);
  try {
    return await Promise.race([task, late]);
  } finally {
    clearTimeout(timer);
  }
}
