import type { Clock } from "@quarry/core";
import type {
  AskedQuestion,
  ListQuestionsParameters,
  PageOf,
  QuestionLogSettings,
  QuestionVolumeParameters,
  QuestionVolumeResponse,
  UnansweredQuestionsParameters,
  UnansweredQuestionsResponse,
  UpdateQuestionLogBody,
} from "@quarry/schema";
import type { Caller } from "../../platform/access/caller.ts";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import type { Database } from "../../platform/database/database.ts";
import { readInstant } from "../../platform/instant.ts";
import { type PageRequest, toPage } from "../../platform/paging.ts";
import type { AuditLog } from "../../records/audit/audit-log.ts";
import {
  deleteQuestions,
  listQuestions,
  type NamedQuestionRow,
  type QuestionFilter,
} from "../../records/questions/question-rows.ts";
import {
  lockSettings,
  type QuestionSettingsRow,
  readSettings,
} from "../../records/questions/question-settings-rows.ts";
import { spaceNotFound } from "../../records/spaces/space-not-found.ts";
import { findSpace } from "../../records/spaces/space-rows.ts";
import { changeSettings } from "./change-settings.ts";
import { groupUnanswered } from "./group-unanswered.ts";
import type { BackgroundRecorder } from "./question-recorder.ts";
import { measureVolume } from "./question-volume.ts";

/**
 * The log of the questions that were asked in an organization. Every reading includes the questions that wait to be written,
 * unless another transaction has locked the settings for seconds.
 */
export interface QuestionLog {
  settings(scope: TenantScope): Promise<QuestionLogSettings>;
  /** Changes the settings, and deletes what the log must not keep any more. */
  changeSettings(caller: Caller, body: UpdateQuestionLogBody): Promise<QuestionLogSettings>;
  list(
    scope: TenantScope,
    filter: Omit<ListQuestionsParameters, "page" | "pageSize">,
    page: PageRequest,
  ): Promise<PageOf<AskedQuestion>>;
  volume(scope: TenantScope, wanted: QuestionVolumeParameters): Promise<QuestionVolumeResponse>;
  unanswered(scope: TenantScope, wanted: UnansweredQuestionsParameters): Promise<UnansweredQuestionsResponse>;
  /** Deletes all questions, and returns their number. */
  deleteAll(caller: Caller): Promise<number>;
}

/** Creates the log. */
export function createQuestionLog(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly audit: AuditLog;
  readonly recorder: Pick<BackgroundRecorder, "flush" | "discard" | "settingsChanged">;
}): QuestionLog {
  const { db, clock, audit, recorder } = deps;

  async function readFilter(
    scope: TenantScope,
    { spaceId, since, until }: Pick<ListQuestionsParameters, "spaceId" | "since" | "until">,
  ): Promise<QuestionFilter> {
    const filter = { since: readInstant(since, "/since"), until: readInstant(until, "/until") };
    await recorder.flush(scope.orgId);
    if (spaceId === undefined) return { ...filter, spaceId };
    const space = await findSpace(db, scope, spaceId);
    if (!space) throw spaceNotFound(spaceId);
    return { ...filter, spaceId: space.id };
  }

  return {
    settings: async ({ orgId }) => toSettings(await readSettings(db, orgId)),

    async changeSettings(caller, body) {
      const changed = await db.transaction((tx) =>
        changeSettings(tx, { audit, caller, now: new Date(clock.now()) }, body),
      );
      recorder.settingsChanged(caller.orgId);
      return toSettings(changed);
    },

    async list(scope, { unanswered, ...wanted }, page) {
      const filter = await readFilter(scope, wanted);
      const { rows, total } = await listQuestions(
        db,
        scope.orgId,
        { ...filter, unanswered: String(unanswered) === "true" },
        page,
      );
      return toPage(rows.map(toQuestion), total, page);
    },

    async volume(scope, wanted) {
      const filter = await readFilter(scope, wanted);
      return measureVolume(db, scope.orgId, filter, wanted.bucket ?? "day", new Date(clock.now()));
    },

    async unanswered(scope, { limit, ...wanted }) {
      const filter = await readFilter(scope, wanted);
      return groupUnanswered(db, scope.orgId, filter, limit === undefined ? undefined : Number(limit));
    },

    async deleteAll(caller) {
      await recorder.flush(caller.orgId);
      return db.transaction(async (tx) => {
        await lockSettings(tx, caller.orgId);
        // What could not be written before the lock was free.
        recorder.discard(caller.orgId);
        const deleted = await deleteQuestions(tx, caller.orgId);
        await audit.record(tx, caller, { action: "questions.deleted", details: { deleted } });
        return deleted;
      });
    },
  };
}

function toSettings({ recording, keepDays, dropped, changedAt }: QuestionSettingsRow): QuestionLogSettings {
  return { recording, keepDays, dropped, changedAt: changedAt?.toISOString() ?? null };
}

function toQuestion(row: NamedQuestionRow): AskedQuestion {
  const { orgId: _orgId, askedAt, callerKind, callerId, callerName, ...question } = row;
  return {
    ...question,
    askedAt: askedAt.toISOString(),
    caller: { kind: callerKind, id: callerId, name: callerName },
  };
}
