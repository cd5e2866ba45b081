import type { UpdateQuestionLogBody } from "@quarry/schema";
import type { Caller } from "../../platform/access/caller.ts";
import type { Database } from "../../platform/database/database.ts";
import type { AuditLog } from "../../records/audit/audit-log.ts";
import { deleteQuestions, deleteQuestionTexts } from "../../records/questions/question-rows.ts";
import {
  openSettings,
  type QuestionSettingsRow,
  updateSettings,
} from "../../records/questions/question-settings-rows.ts";

/** Changes the settings of the log in a transaction, deletes what they exclude, and records the change in the audit log. */
export async function changeSettings(
  tx: Database,
  { audit, caller, now }: { readonly audit: AuditLog; readonly caller: Caller; readonly now: Date },
  { recording, keepDays }: UpdateQuestionLogBody,
): Promise<QuestionSettingsRow> {
  const before = await openSettings(tx, caller.orgId);
  const isSwitched = recording !== undefined && recording !== before.recording;
  const after: QuestionSettingsRow = {
    ...before,
    keepDays: keepDays ?? before.keepDays,
    ...(isSwitched ? { recording, dropped: 0, changedAt: now } : {}),
  };
  if (!isSwitched && after.keepDays === before.keepDays) return before;
  await updateSettings(tx, after);
  if (after.recording === "off") await deleteQuestions(tx, caller.orgId);
  if (isSwitched && recording === "without_texts") await deleteQuestionTexts(tx, caller.orgId);
  await audit.record(tx, caller, {
    action: "questions.configured",
    details: {
      ...(isSwitched ? { recording: { from: before.recording, to: recording } } : {}),
      ...(after.keepDays === before.keepDays
        ? {}
        : { keepDays: { from: before.keepDays, to: after.keepDays } }),
    },
  });
  return after;
}
