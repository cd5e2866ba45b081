import type { AnsweredQuestion } from "../../retrieve/record-questions.ts";

/** Bounds of what is held in memory, of one organization and of all. */
const OF_ONE = { questions: 2000, chars: 2_000_000 };
const OF_ALL = { questions: 10_000, chars: 10_000_000 };
/** The length of a space's id. */
const ID_CHARS = 29;

/** Questions that were taken to be written. */
export interface TakenQuestions {
  readonly questions: readonly AnsweredQuestion[];
  /** Number of questions that were dropped before. */
  readonly dropped: number;
}

/** Questions that wait to be written, in bounded memory. Questions that are being written count until they are released. */
export interface WaitingQuestions {
  /** Adds a question and returns how many of its organization wait now. When the memory is full, drops it and returns 0. */
  add(question: AnsweredQuestion): number;
  /** True when an organization has something to write. */
  has(orgId: string): boolean;
  /** The organizations with something to write. */
  organizations(): string[];
  /** Takes all of an organization's waiting questions, and the number of dropped ones. */
  take(orgId: string): TakenQuestions;
  /** Frees the memory of questions that were written. */
  release(orgId: string, taken: TakenQuestions): void;
  /** Puts back what could not be written yet, before the questions that have come since. */
  keep(orgId: string, taken: TakenQuestions): void;
  /** Frees the memory of questions that could not be written, and counts them as dropped. */
  drop(orgId: string, taken: TakenQuestions): void;
}

interface Held {
  questions: number;
  chars: number;
}

interface Waiting extends Held {
  waiting: AnsweredQuestion[];
  dropped: number;
}

/** Creates an empty collection. */
export function createWaitingQuestions(): WaitingQuestions {
  const all: Held = { questions: 0, chars: 0 };
  const byOrganization = new Map<string, Waiting>();

  function organization(orgId: string): Waiting {
    let one = byOrganization.get(orgId);
    if (!one) {
      one = { questions: 0, chars: 0, waiting: [], dropped: 0 };
      byOrganization.set(orgId, one);
    }
    return one;
  }

  function free(orgId: string, { questions }: TakenQuestions, dropped: number): void {
    const one = organization(orgId);
    for (const question of questions) {
      count(all, question, -1);
      count(one, question, -1);
    }
    one.dropped += dropped;
    if (one.questions === 0 && one.dropped === 0) byOrganization.delete(orgId);
  }

  return {
    add(question) {
      const one = organization(question.orgId);
      if (isFull(all, OF_ALL) || isFull(one, OF_ONE)) {
        one.dropped += 1;
        return 0;
      }
      count(all, question, 1);
      count(one, question, 1);
      return one.waiting.push(question);
    },
    has: (orgId) => hasWork(byOrganization.get(orgId)),
    organizations: () => [...byOrganization].flatMap(([orgId, one]) => (hasWork(one) ? [orgId] : [])),
    take(orgId) {
      const one = organization(orgId);
      const taken = { questions: one.waiting, dropped: one.dropped };
      one.waiting = [];
      one.dropped = 0;
      return taken;
    },
    release: (orgId, taken) => free(orgId, taken, 0),
    keep(orgId, taken) {
      const one = organization(orgId);
      one.waiting = [...taken.questions, ...one.waiting];
      one.dropped += taken.dropped;
    },
    drop: (orgId, taken) => free(orgId, taken, taken.questions.length + taken.dropped),
  };
}

const hasWork = (one: Waiting | undefined) =>
  one !== undefined && (one.waiting.length > 0 || one.dropped > 0);
const isFull = (held: Held, bound: Held) => held.questions >= bound.questions || held.chars >= bound.chars;

function count(held: Held, { text, spaceIds }: AnsweredQuestion, sign: 1 | -1): void {
  held.questions += sign;
  held.chars += sign * (text.length + ID_CHARS * spaceIds.length);
}
