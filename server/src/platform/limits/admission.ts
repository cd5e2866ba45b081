import { QuarryError } from "@quarry/core";
import { CALLER_LEFT } from "./caller-left.ts";
import { createPace, type Pace } from "./pace.ts";

/** Refuses questions when more of them arrive than the process can answer soon. */
export interface Admission {
  /**
   * Refuses a question that {@link Admission.run} would refuse now. For the door, before the body is read: a refusal is cheap there.
   * @throws QuarryError `unavailable` with `retryAfterMs`.
   */
  requireRoom(orgId: string): void;
  /**
   * Runs the work on a question at once or in one of the next turns of the event loop, or refuses it.
   * @param hasLeft Tells whether the caller still waits. A question whose caller left before its turn never starts.
   * @throws QuarryError `unavailable` with `retryAfterMs` when the organization has too many questions; and the work's own errors.
   */
  run<Result>(orgId: string, work: () => Promise<Result>, hasLeft?: () => boolean): Promise<Result>;
  /** Questions of all organizations in progress and waiting now, and how many were refused so far. */
  counts(): { readonly running: number; readonly waiting: number; readonly refused: number };
}

/**
 * How long questions run in one turn of the event loop, shared by the organizations that ask. The rest wait for the next turn, so
 * that others come in between: for as long as everything else took in the last turn, within these bounds.
 */
const TURN_MS = 4;
const MAX_TURN_MS = 20;
/** Questions of an organization that start in one turn: when they wait for a database or a provider, their time is not known. */
const PER_TURN = 16;
/**
 * Questions of an organization in progress or waiting while it asks at least twice as fast as it is answered: a flood. Callers that
 * wait for each answer, this many of them, never have more.
 */
const FLOOD_QUESTIONS = 100;
/** The same while it does not: the process is slower for a moment, and catches up. */
const MAX_QUESTIONS = 300;
/** The same after a refusal, and how long questions beyond these may have waited: so little that answers are quick again. */
const OVERLOADED_QUESTIONS = 8;
const OVERLOADED_WAIT_MS = 10;
/** How long questions run in a turn after a refusal: about one, so that other organizations wait for little more than this one. */
const OVERLOADED_TURN_MS = 1;
/** How long no question may be refused before an organization is not overloaded any more. */
const OVERLOAD_MS = 1000;
/** How often the share of refused questions is looked at, and the share below which it was a pause of the process, and no flood. */
const CHECK_MS = 200;
const FLOOD_SHARE = 1 / 3;

/** A question that waits for its turn. */
interface Waiting {
  readonly sinceMs: number;
  hasLeft(): boolean;
  start(): void;
  refuse(reason: QuarryError): void;
}

/** What an organization uses now. */
interface Use {
  turn: number;
  /** Let in at the door in this turn, and started in it. */
  letIn: number;
  questions: number;
  spentMs: number;
  inProgress: number;
  /** The oldest first. */
  readonly waiting: Waiting[];
  overloadedUntilMs: number;
  readonly pace: Pace;
  /** Since the last check of an overload. */
  sinceCheck: { readonly atMs: number; accepted: number; refused: number };
}

/**
 * Creates the admission of a process. A search mostly runs to its end without a pause, so what has arrived would be answered
 * in one turn of the event loop, and everything else would wait for all of it. So the questions of an organization run for a
 * few milliseconds in a turn, in the order in which they arrived: a flood of one organization delays another's question by these.
 * @param nowMs The clock, and `nextTurn` calls back when the event loop has seen new arrivals.
 */
export function createAdmission({
  nowMs = () => performance.now(),
  nextTurn = (task: () => void) => void setImmediate(task),
} = {}): Admission {
  const uses = new Map<string, Use>();
  let refused = 0;
  let turn = 0;
  let turnMs = TURN_MS;
  let isTurnOpen = false;
  let openedMs = 0;

  function openTurn(): void {
    if (isTurnOpen) return;
    isTurnOpen = true;
    openedMs = nowMs();
    nextTurn(endTurn);
  }

  function endTurn(): void {
    const now = nowMs();
    const otherMs = now - openedMs - sumOf((use) => (use.turn === turn ? use.spentMs : 0));
    turnMs = Math.min(Math.max(TURN_MS, otherMs), MAX_TURN_MS);
    turn += 1;
    isTurnOpen = false;
    for (const [orgId, use] of uses) {
      const { inProgress, waiting, overloadedUntilMs } = use;
      if (waiting.length > 0) startNext(use, now);
      else if (inProgress === 0 && overloadedUntilMs <= now) uses.delete(orgId);
    }
  }

  /** Starts one question that waits. Its end starts the next one, as long as the turn has time for it. */
  function startNext({ waiting, overloadedUntilMs }: Use, now: number): void {
    openTurn();
    const since = overloadedUntilMs > now ? now - OVERLOADED_WAIT_MS : Number.NEGATIVE_INFINITY;
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (next.hasLeft()) next.refuse(CALLER_LEFT);
      else if (next.sinceMs < since && waiting.length >= OVERLOADED_QUESTIONS) {
        refused += 1;
        next.refuse(OVERLOADED);
      } else {
        next.start();
        return;
      }
    }
  }

  function useOf(orgId: string): Use {
    let use = uses.get(orgId);
    if (!use) {
      use = {
        ...{ turn, letIn: 0, questions: 0, spentMs: 0, inProgress: 0, waiting: [], overloadedUntilMs: 0 },
        pace: createPace(nowMs),
        sinceCheck: countFrom(0),
      };
      uses.set(orgId, use);
    }
    return ofThisTurn(use);
  }

  function ofThisTurn(use: Use): Use {
    if (use.turn !== turn) {
      use.turn = turn;
      use.letIn = 0;
      use.questions = 0;
      use.spentMs = 0;
      checkOverload(use, nowMs());
    }
    return use;
  }

  /** Ends an overload when few of the questions were refused lately: their refusals would let it go on. */
  function checkOverload(use: Use, now: number): void {
    const { atMs, accepted, refused } = use.sinceCheck;
    if (use.overloadedUntilMs <= now || now - atMs < CHECK_MS) return;
    if (refused < FLOOD_SHARE * (accepted + refused)) use.overloadedUntilMs = 0;
    use.sinceCheck = countFrom(now);
  }

  function hasTime({ questions, spentMs, overloadedUntilMs }: Use): boolean {
    const budgetMs = overloadedUntilMs > nowMs() ? OVERLOADED_TURN_MS : turnMs;
    return questions < PER_TURN && spentMs < budgetMs / uses.size;
  }

  function sumOf(count: (use: Use) => number): number {
    return [...uses.values()].reduce((sum, use) => sum + count(use), 0);
  }

  function requireRoomIn(use: Use): void {
    const now = nowMs();
    const count = use.inProgress + use.waiting.length;
    const isOverloaded = use.overloadedUntilMs > now;
    if (isOverloaded ? hasTime(use) && count < OVERLOADED_QUESTIONS : count < roomOf(use)) return;
    refuse(use);
  }

  function roomOf({ pace }: Use): number {
    return pace.isFlood() ? FLOOD_QUESTIONS : MAX_QUESTIONS;
  }

  function refuse(use: Use): never {
    const now = nowMs();
    if (use.overloadedUntilMs <= now) use.sinceCheck = countFrom(now);
    use.sinceCheck.refused += 1;
    refused += 1;
    use.overloadedUntilMs = now + OVERLOAD_MS;
    throw OVERLOADED;
  }

  return {
    requireRoom(orgId) {
      openTurn();
      const use = useOf(orgId);
      requireRoomIn(use);
      // The bodies of those before it may still be on their way, so that they do not count as started.
      if (use.letIn >= OVERLOADED_QUESTIONS && use.overloadedUntilMs > nowMs()) refuse(use);
      use.letIn += 1;
    },

    async run(orgId, work, hasLeft = () => false) {
      openTurn();
      const use = useOf(orgId);
      requireRoomIn(use);
      use.sinceCheck.accepted += 1;
      use.pace.noteAsked();
      if (use.waiting.length > 0 || !hasTime(use))
        await new Promise<void>((start, refuse) =>
          use.waiting.push({ sinceMs: nowMs(), hasLeft, start, refuse }),
        );
      const startMs = nowMs();
      const startTurn = turn;
      ofThisTurn(use).questions += 1;
      use.inProgress += 1;
      try {
        return await work();
      } finally {
        use.inProgress -= 1;
        use.pace.noteAnswered();
        if (turn === startTurn) {
          const now = nowMs();
          use.spentMs += now - startMs;
          if (use.waiting.length > 0 && hasTime(use)) startNext(use, now);
        }
      }
    },

    counts() {
      return {
        running: sumOf((use) => use.inProgress),
        waiting: sumOf((use) => use.waiting.length),
        refused,
      };
    },
  };
}

function countFrom(atMs: number): Use["sinceCheck"] {
  return { atMs, accepted: 0, refused: 0 };
}

/** One error for all refusals: to create one takes longer than to refuse a question. */
const OVERLOADED = new QuarryError(
  "unavailable",
  "Your organization asks more than this server can answer now. Wait for the time in Retry-After, then ask again.",
  { retryAfterMs: OVERLOAD_MS },
);
