import type { NewId } from "@quarry/core/internal";
import { and, asc, eq, sql } from "drizzle-orm";
import { isAnyOf } from "../../platform/database/any-of.ts";
import type { Database } from "../../platform/database/database.ts";
import { spaces } from "../../platform/database/tables/document-tables.ts";
import { insertQuestions, type QuestionRow } from "../../records/questions/question-rows.ts";
import {
  countDropped,
  lockSettings,
  type QuestionSettingsRow,
} from "../../records/questions/question-settings-rows.ts";
import type { AnsweredQuestion } from "../../retrieve/record-questions.ts";
import type { TakenQuestions } from "./waiting-questions.ts";

/**
 * Writes an organization's questions as its settings say at this moment. Leaves out questions from before the settings last
 * changed, and questions to a space that is gone by now. Fails when it must wait more than two seconds for a lock.
 */
export async function writeQuestions(
  db: Database,
  orgId: string,
  newId: NewId,
  { questions, dropped }: TakenQuestions,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local lock_timeout = '2s'`);
    const alive = await lockSpaceIds(tx, orgId, [...new Set(questions.flatMap(({ spaceIds }) => spaceIds))]);
    const settings = await lockSettings(tx, orgId);
    if (!settings || settings.recording === "off") return;
    // Sorted, so that questions of the same millisecond stay in their order.
    const ids = questions.map(() => newId("question")).sort();
    const rows = questions.flatMap((question, at) => {
      const isKept =
        isAfter(question.askedAt, settings) && question.spaceIds.every((spaceId) => alive.has(spaceId));
      return isKept ? [toRow(question, ids[at] ?? newId("question"), settings)] : [];
    });
    await insertQuestions(tx, rows);
    if (dropped > 0) await countDropped(tx, orgId, dropped);
  });
}

/** The spaces that exist. They cannot be deleted until the transaction ends. */
async function lockSpaceIds(tx: Database, orgId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .select({ id: spaces.id })
    .from(spaces)
    .where(and(eq(spaces.orgId, orgId), isAnyOf(spaces.id, ids)))
    .orderBy(asc(spaces.id))
    .for("key share");
  return new Set(rows.map(({ id }) => id));
}

const isAfter = (askedAt: Date, { changedAt }: QuestionSettingsRow) =>
  changedAt === null || askedAt >= changedAt;

function toRow(
  { actor, text, spaceIds, bestSimilarity, durationMs, ...question }: AnsweredQuestion,
  id: string,
  { recording }: QuestionSettingsRow,
): QuestionRow {
  return {
    ...question,
    id,
    text: recording === "on" ? text : null,
    spaceIds: [...spaceIds],
    bestSimilarity: bestSimilarity === null ? null : Math.round(bestSimilarity * 1e4) / 1e4,
    durationMs: Math.round(durationMs * 100) / 100,
    callerKind: actor.kind === "person" ? "person" : "key",
    callerId: actor.id,
  };
}
