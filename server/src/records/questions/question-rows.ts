import { and, arrayContains, count, desc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { insertRows } from "../../platform/database/insert-rows.ts";
import { members, users } from "../../platform/database/tables/account-tables.ts";
import { apiKeys } from "../../platform/database/tables/organization-tables.ts";
import { questions } from "../../platform/database/tables/question-tables.ts";
import type { PageRequest } from "../../platform/paging.ts";
import { lockSettings } from "./question-settings-rows.ts";

/** A stored question. */
export type QuestionRow = typeof questions.$inferSelect;

/** A stored question with the name of its caller; null when the key was deleted or the person is no member. */
export type NamedQuestionRow = QuestionRow & { readonly callerName: string | null };

/** Selects questions of the log. */
export interface QuestionFilter {
  readonly spaceId: string | undefined;
  readonly since: Date | undefined;
  readonly until: Date | undefined;
  /** True selects only questions without a good answer. */
  readonly unanswered?: boolean;
}

/** The condition of a filter. */
export function matching(
  orgId: string,
  { spaceId, since, until, unanswered }: QuestionFilter,
): SQL | undefined {
  return and(
    eq(questions.orgId, orgId),
    since && gte(questions.askedAt, since),
    until && lt(questions.askedAt, until),
    spaceId === undefined ? undefined : arrayContains(questions.spaceIds, [spaceId]),
    // Written like the condition of the index.
    unanswered ? sql`not ${questions.answered}` : undefined,
  );
}

/** Inserts questions. */
export async function insertQuestions(tx: Database, rows: readonly QuestionRow[]): Promise<void> {
  await insertRows(tx, questions, rows, sql`on conflict do nothing`);
}

/** Lists a page of an organization's questions, newest first, with the total count. */
export async function listQuestions(
  db: Database,
  orgId: string,
  filter: QuestionFilter,
  { page, pageSize }: PageRequest,
): Promise<{ rows: NamedQuestionRow[]; total: number }> {
  const where = matching(orgId, filter);
  const rows = await db
    .select({
      question: questions,
      callerName: sql<string | null>`coalesce(${apiKeys.name}, ${users.email})`,
    })
    .from(questions)
    .leftJoin(
      apiKeys,
      and(eq(apiKeys.orgId, questions.orgId), eq(apiKeys.id, questions.callerId), isCaller("key")),
    )
    .leftJoin(
      members,
      and(
        eq(members.organizationId, questions.orgId),
        eq(members.userId, questions.callerId),
        isCaller("person"),
      ),
    )
    .leftJoin(users, eq(users.id, members.userId))
    .where(where)
    .orderBy(desc(questions.askedAt), desc(questions.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
  const [all] = await db.select({ total: count() }).from(questions).where(where);
  return {
    rows: rows.map(({ question, callerName }) => ({ ...question, callerName })),
    total: all?.total ?? 0,
  };
}

const isCaller = (kind: QuestionRow["callerKind"]) => eq(questions.callerKind, kind);

/** Deletes all questions of an organization, and returns their number. */
export async function deleteQuestions(tx: Database, orgId: string): Promise<number> {
  const rows = await tx.execute<{ count: number }>(sql`
    with gone as (delete from questions where org_id = ${orgId} returning 1)
    select count(*)::int as count from gone`);
  return rows[0]?.count ?? 0;
}

/** Deletes the texts of an organization's questions. */
export async function deleteQuestionTexts(tx: Database, orgId: string): Promise<void> {
  await tx
    .update(questions)
    .set({ text: null })
    .where(and(eq(questions.orgId, orgId), sql`${questions.text} is not null`));
}

/** Deletes the questions that searched a space, because a deleted space must leave nothing behind. Lock the space first. */
export async function deleteQuestionsOfSpace(tx: Database, orgId: string, spaceId: string): Promise<void> {
  await lockSettings(tx, orgId);
  await tx
    .delete(questions)
    .where(and(eq(questions.orgId, orgId), arrayContains(questions.spaceIds, [spaceId])));
}

const PRUNE_BATCH = 5000;

/** Deletes one batch of questions that are older than their organization keeps them, and returns their number. */
export async function pruneQuestions(db: Database, now: Date): Promise<number> {
  const last = sql`select ${now.toISOString()}::timestamptz - make_interval(days => settings.keep_days) as asked_at`;
  return deleteBatch(db, last);
}

/** Deletes one batch of each organization's questions beyond the newest `kept`, and returns their number. */
export async function trimQuestions(db: Database, kept: number): Promise<number> {
  const last = sql`select newer.asked_at from questions newer where newer.org_id = settings.org_id
    order by newer.asked_at desc, newer.id desc offset ${kept} limit 1`;
  return deleteBatch(db, last);
}

/** @param last Selects, from the `settings` of an organization, when the newest question to delete was asked. */
async function deleteBatch(db: Database, last: SQL): Promise<number> {
  const rows = await db.execute<{ count: number }>(sql`
    with old as materialized (
      select questions.org_id, questions.id
      from question_settings settings cross join lateral (${last}) last
        join questions on questions.org_id = settings.org_id and questions.asked_at <= last.asked_at
      limit ${PRUNE_BATCH} for update of questions skip locked
    ), gone as (
      delete from questions using old where questions.org_id = old.org_id and questions.id = old.id returning 1
    )
    select count(*)::int as count from gone`);
  return rows[0]?.count ?? 0;
}
