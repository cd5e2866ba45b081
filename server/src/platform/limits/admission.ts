import { QuarryError } from "@quarry/core";

/** Refuses questions when more of them arrive than the process can answer soon. */
export interface Admission {
  /**
   * Runs the work on a question at once or in one of the next turns of the event loop, or refuses it.
   * @throws QuarryError `unavailable` with `retryAfterMs` when the organization has too many questions; and the work's own errors.
   */
  run<Result>(orgId: string, work: () => Promise<Result>): Promise<Result>;
}

/** Questions of an organization that start in one turn of the event loop. The rest wait, so that others come in between. */
const PER_TURN = 16;
/** Questions of an organization in progress or waiting. Callers that wait for each answer, two hundred of them, never have more. */
const MAX_QUESTIONS = 200;
/** Questions in progress after a refusal, and how long its searches may take in a turn: so little that answers are quick again. */
const OVERLOADED_QUESTIONS = 8;
const OVERLOADED_TURN_MS = 4;
/** How long no question may be refused before an organization is not overloaded any more. */
const OVERLOAD_MS = 1000;

/** What an organization uses now. */
interface Use {
  turn: number;
  /** Started in this turn. */
  questions: number;
  spentMs: number;
  inProgress: number;
  /** Wake the questions that wait, the oldest first. */
  readonly waiting: (() => void)[];
  overloadedUntilMs: number;
}

/**
 * Creates the admission of a process. A search mostly runs to its end without a pause, so what has arrived would be answered
 * in one turn of the event loop, and everything else would wait for all of it. So a few questions of each organization start in
 * a turn, in the order in which they arrived: a flood of one organization delays another's question by these few.
 * @param nowMs The clock, and `nextTurn` calls back when the event loop has seen new arrivals.
 */
export function createAdmission({
  nowMs = () => performance.now(),
  nextTurn = (task: () => void) => void setImmediate(task),
} = {}): Admission {
  const uses = new Map<string, Use>();
  let turn = 0;
  let isTurnOpen = false;

  function openTurn(): void {
    if (isTurnOpen) return;
    isTurnOpen = true;
    nextTurn(endTurn);
  }

  function endTurn(): void {
    turn += 1;
    isTurnOpen = false;
    const now = nowMs();
    for (const [orgId, { inProgress, waiting, overloadedUntilMs }] of uses) {
      if (waiting.length > 0) openTurn();
      else if (inProgress === 0 && overloadedUntilMs <= now) uses.delete(orgId);
      for (const wake of waiting.splice(0, PER_TURN)) wake();
    }
  }

  function useOf(orgId: string): Use {
    let use = uses.get(orgId);
    if (!use) {
      use = { turn, questions: 0, spentMs: 0, inProgress: 0, waiting: [], overloadedUntilMs: 0 };
      uses.set(orgId, use);
    }
    if (use.turn !== turn) {
      use.turn = turn;
      use.questions = 0;
      use.spentMs = 0;
    }
    return use;
  }

  function hasRoom({ spentMs, inProgress, waiting, overloadedUntilMs }: Use, now: number): boolean {
    return overloadedUntilMs > now
      ? spentMs < OVERLOADED_TURN_MS && inProgress + waiting.length < OVERLOADED_QUESTIONS
      : inProgress + waiting.length < MAX_QUESTIONS;
  }

  return {
    async run(orgId, work) {
      openTurn();
      const use = useOf(orgId);
      const now = nowMs();
      if (!hasRoom(use, now)) {
        use.overloadedUntilMs = now + OVERLOAD_MS;
        throw overloaded();
      }
      if (use.questions >= PER_TURN || use.waiting.length > 0) {
        await new Promise<void>((wake) => use.waiting.push(wake));
        // Its counts are of this turn from now on.
        useOf(orgId);
      }
      const startMs = nowMs();
      const startTurn = turn;
      use.questions += 1;
      use.inProgress += 1;
      try {
        return await work();
      } finally {
        use.inProgress -= 1;
        if (turn === startTurn) use.spentMs += nowMs() - startMs;
      }
    },
  };
}

function overloaded(): QuarryError {
  return new QuarryError(
    "unavailable",
    "Your organization asks more than this server can answer now. Wait for the time in Retry-After, then ask again.",
    { retryAfterMs: OVERLOAD_MS },
  );
}
