import type { Clock } from "@quarry/core";
import { createRotatingCache, type NewId } from "@quarry/core/internal";
import type { Database } from "../../platform/database/database.ts";
import type { Log } from "../../platform/log/log.ts";
import { readSettings } from "../../records/questions/question-settings-rows.ts";
import type { AnsweredQuestion, QuestionRecorder } from "../../retrieve/record-questions.ts";
import { createWaitingQuestions } from "./waiting-questions.ts";
import { writeQuestions } from "./write-questions.ts";

/** A recorder that writes in the background. */
export interface BackgroundRecorder extends QuestionRecorder {
  /** Writes what is waiting, and resolves when it is written or dropped. */
  flush(): Promise<void>;
  /** An organization has changed its settings. */
  settingsChanged(orgId: string): void;
  /** Writes what is waiting and starts no further writing. */
  close(): Promise<void>;
}

const WRITE_EVERY_MS = 1000;
/** So many waiting questions of one organization are written at once. */
const WRITE_AT = 500;
/** For so long, another process's change from `off` may go unnoticed. */
const OFF_FOR_MS = 30_000;
const KNOWN_ORGANIZATIONS = 10_000;

/**
 * Creates a recorder that collects questions in memory and writes them in batches, at most a second later. Questions beyond a
 * bound, and those whose writing fails, are dropped and counted: no question waits for the log.
 */
export function createQuestionRecorder(deps: {
  readonly db: Database;
  readonly newId: NewId;
  readonly clock: Clock;
  readonly log: Log;
}): BackgroundRecorder {
  const { db, newId, clock, log } = deps;
  const waiting = createWaitingQuestions();
  /** Until when an organization is taken to keep no questions, by its id. */
  const offUntilMs = createRotatingCache<number>(KNOWN_ORGANIZATIONS);
  let changes = 0;
  let timer: Timer | undefined;
  let writing: Promise<void> = Promise.resolve();
  let isClosed = false;

  async function write(orgId: string): Promise<void> {
    const taken = waiting.take(orgId);
    const changesBefore = changes;
    try {
      const { recording } = await readSettings(db, orgId);
      if (recording !== "off") await writeQuestions(db, orgId, newId, taken);
      else if (changes === changesBefore) offUntilMs.set(orgId, clock.now() + OFF_FOR_MS);
      waiting.release(orgId, taken);
    } catch (error) {
      waiting.drop(orgId, taken);
      log.error("Questions could not be recorded", error, { orgId, count: taken.questions.length });
    }
  }

  async function writeAll(): Promise<void> {
    for (const orgId of waiting.organizations()) await write(orgId);
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(writeAll);
    return writing;
  }

  function record(question: AnsweredQuestion): void {
    if (isClosed) return;
    const count = waiting.add(question);
    if (count === WRITE_AT) void flush();
    else if (!timer) {
      timer = setTimeout(flush, WRITE_EVERY_MS);
      timer.unref();
    }
  }

  return {
    isRecording: (orgId) => (offUntilMs.get(orgId) ?? 0) <= clock.now(),
    record,
    flush,
    settingsChanged(orgId) {
      changes += 1;
      offUntilMs.set(orgId, 0);
    },
    async close() {
      isClosed = true;
      await flush();
    },
  };
}
