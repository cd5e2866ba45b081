import type { Clock } from "@quarry/core";
import { createRotatingCache, type NewId } from "@quarry/core/internal";
import type { Database } from "../../platform/database/database.ts";
import { isLockTimeout } from "../../platform/log/database-errors.ts";
import type { Log } from "../../platform/log/log.ts";
import { readSettings } from "../../records/questions/question-settings-rows.ts";
import type { AnsweredQuestion, QuestionRecorder } from "../../retrieve/record-questions.ts";
import { createWaitingQuestions } from "./waiting-questions.ts";
import { writeQuestions } from "./write-questions.ts";

/** A recorder that writes in the background. */
export interface BackgroundRecorder extends QuestionRecorder {
  /**
   * Writes what is waiting of an organization, and resolves when it is written or dropped, or when another transaction has
   * locked its settings for too long. Then it is written later.
   */
  flush(orgId: string): Promise<void>;
  /** Forgets what is waiting of an organization. */
  discard(orgId: string): void;
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
/** So many organizations are written at the same time. */
const WRITERS = 3;

/**
 * Creates a recorder that collects questions in memory and writes them in batches, at most a second later. Questions beyond a
 * bound, and those whose writing fails, are dropped and counted: no question waits for the log, and no organization for
 * the log of another.
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
  /** The writing of each organization that is under way, and the one that follows it. */
  const running = new Map<string, Promise<void>>();
  const next = new Map<string, Promise<void>>();
  let background: Promise<void> | undefined;
  let isClosed = false;

  async function write(orgId: string): Promise<void> {
    if (!waiting.has(orgId)) return;
    const taken = waiting.take(orgId);
    const changesBefore = changes;
    try {
      const { recording } = await readSettings(db, orgId);
      if (recording !== "off") await writeQuestions(db, orgId, newId, taken);
      else if (changes === changesBefore) offUntilMs.set(orgId, clock.now() + OFF_FOR_MS);
      waiting.release(orgId, taken);
    } catch (error) {
      if (isLockTimeout(error) && !isClosed) {
        waiting.keep(orgId, taken);
        return;
      }
      waiting.drop(orgId, taken);
      log.error("Questions could not be recorded", error, { orgId, count: taken.questions.length });
    }
  }

  function start(orgId: string): Promise<void> {
    next.delete(orgId);
    const started = write(orgId).finally(() => running.delete(orgId));
    running.set(orgId, started);
    return started;
  }

  function flush(orgId: string): Promise<void> {
    const queued = next.get(orgId);
    if (queued) return queued;
    const current = running.get(orgId);
    if (!current) return start(orgId);
    const following = current.then(() => start(orgId));
    next.set(orgId, following);
    return following;
  }

  async function writeAll(): Promise<void> {
    const organizations = waiting.organizations().values();
    const writer = async () => {
      for (const orgId of organizations) await flush(orgId);
    };
    await Promise.all(Array.from({ length: WRITERS }, writer));
  }

  function writeInBackground(): void {
    timer = undefined;
    background ??= writeAll().finally(() => {
      background = undefined;
      if (waiting.organizations().length > 0) schedule();
    });
  }

  function schedule(): void {
    if (timer || isClosed) return;
    timer = setTimeout(writeInBackground, WRITE_EVERY_MS);
    timer.unref();
  }

  function record(question: AnsweredQuestion): void {
    if (isClosed) return;
    const count = waiting.add(question);
    if (count === WRITE_AT) void flush(question.orgId);
    else schedule();
  }

  return {
    isRecording: (orgId) => (offUntilMs.get(orgId) ?? 0) <= clock.now(),
    record,
    flush,
    discard: (orgId) => waiting.release(orgId, waiting.take(orgId)),
    settingsChanged(orgId) {
      changes += 1;
      offUntilMs.set(orgId, 0);
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await background;
      await Promise.all([...running.keys()].map((orgId) => flush(orgId)));
      await writeAll();
    },
  };
}
