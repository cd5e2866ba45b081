import { QuarryError } from "@quarry/core";

/** Refuses questions when more of them arrive than the process can answer soon. */
export interface Admission {
  /**
   * Runs the work on a question at once or in the next turn of the event loop, or refuses it.
   * @throws QuarryError `unavailable` with `retryAfterMs` when the organization has too many questions; and the work's own errors.
   */
  run<Result>(orgId: string, work: () => Promise<Result>): Promise<Result>;
}

/**
 * Questions of an organization in one turn of the event loop, or in progress because they wait for the database or a
 * provider. Callers that wait for each answer, two hundred of them, never have more.
 */
const MAX_QUESTIONS = 200;
/** Questions beyond that may wait for the next turn: callers in this process can have many in a turn, one after another. */
const MAX_WAITING = 8;
/** Questions in progress after a refusal, and how long its searches may take in a turn: so little that answers are quick again. */
const OVERLOADED_QUESTIONS = 8;
const OVERLOADED_TURN_MS = 4;
/** How long no question may be refused before an organization is not overloaded any more. */
const OVERLOAD_MS = 1000;

/** What an organization uses now. */
interface Use {
  turn: number;
  /** In this turn. */
  questions: number;
  spentMs: number;
  inProgress: number;
  waiting: number;
  overloadedUntilMs: number;
}

/**
 * Creates the admission of a process. A search mostly runs to its end without a pause, so questions wait in the sockets, not
 * in a queue of ours, and all that have arrived are answered in one turn of the event loop. The questions of an organization
 * in this turn are those for which the next one has waited. Organizations are counted apart, so a flood of one delays the
 * others little.
 * @param nowMs The clock, and `nextTurn` calls back when the event loop has seen new arrivals.
 */
export function createAdmission({
  nowMs = () => performance.now(),
  nextTurn = (task: () => void) => void setImmediate(task),
} = {}): Admission {
  const uses = new Map<string, Use>();
  let turn = 0;
  let isTurnOpen = false;
  let waiters: (() => void)[] = [];

  function endTurn(): void {
    turn += 1;
    isTurnOpen = false;
    const now = nowMs();
    for (const [orgId, { inProgress, waiting, overloadedUntilMs }] of uses)
      if (inProgress === 0 && waiting === 0 && overloadedUntilMs <= now) uses.delete(orgId);
    const woken = waiters;
    waiters = [];
    for (const wake of woken) wake();
  }

  function useOf(orgId: string): Use {
    let use = uses.get(orgId);
    if (!use) {
      use = { turn, questions: 0, spentMs: 0, inProgress: 0, waiting: 0, overloadedUntilMs: 0 };
      uses.set(orgId, use);
    }
    if (use.turn !== turn) {
      use.turn = turn;
      use.questions = 0;
      use.spentMs = 0;
    }
    return use;
  }

  function hasRoom({ questions, spentMs, inProgress, overloadedUntilMs }: Use, now: number): boolean {
    return overloadedUntilMs > now
      ? spentMs < OVERLOADED_TURN_MS && inProgress < OVERLOADED_QUESTIONS
      : questions < MAX_QUESTIONS && inProgress < MAX_QUESTIONS;
  }

  function shouldWait({ questions, inProgress, waiting, overloadedUntilMs }: Use): boolean {
    const isTurnFull = questions >= MAX_QUESTIONS && inProgress < MAX_QUESTIONS;
    return isTurnFull && waiting < MAX_WAITING && overloadedUntilMs <= nowMs();
  }

  function openTurn(): void {
    if (isTurnOpen) return;
    isTurnOpen = true;
    nextTurn(endTurn);
  }

  async function waitForTurn(use: Use): Promise<void> {
    use.waiting += 1;
    await new Promise<void>((wake) => waiters.push(wake));
    use.waiting -= 1;
  }

  return {
    async run(orgId, work) {
      openTurn();
      const use = useOf(orgId);
      if (shouldWait(use)) {
        await waitForTurn(use);
        openTurn();
        // Its counts are of this turn from now on.
        useOf(orgId);
      }
      const startMs = nowMs();
      if (!hasRoom(use, startMs)) {
        use.overloadedUntilMs = startMs + OVERLOAD_MS;
        throw overloaded();
      }
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
