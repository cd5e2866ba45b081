import { LIMITS } from "@quarry/schema";
import { eq, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { questionSettings } from "../../platform/database/tables/question-tables.ts";

/** What an organization's log of questions keeps. */
export type QuestionSettingsRow = typeof questionSettings.$inferSelect;

/** The settings of an organization that has changed none. */
export function defaultSettings(orgId: string): QuestionSettingsRow {
  const { questionKeepDefaultDays: keepDays } = LIMITS;
  return { orgId, recording: "off", keepDays, dropped: 0, changedAt: null };
}

/** Reads the settings of an organization. */
export async function readSettings(db: Database, orgId: string): Promise<QuestionSettingsRow> {
  const [row] = await db.select().from(questionSettings).where(eq(questionSettings.orgId, orgId));
  return row ?? defaultSettings(orgId);
}

/**
 * Reads the settings of an organization and locks them until the transaction ends, so that nothing is recorded against a
 * setting that has just changed. A transaction that locks spaces too locks them first.
 */
export async function lockSettings(tx: Database, orgId: string): Promise<QuestionSettingsRow | undefined> {
  const [row] = await tx
    .select()
    .from(questionSettings)
    .where(eq(questionSettings.orgId, orgId))
    .for("update");
  return row;
}

/** Makes sure that an organization has a row of settings, and locks it until the transaction ends. */
export async function openSettings(tx: Database, orgId: string): Promise<QuestionSettingsRow> {
  await tx.insert(questionSettings).values(defaultSettings(orgId)).onConflictDoNothing();
  return (await lockSettings(tx, orgId)) ?? defaultSettings(orgId);
}

/** Stores changed settings. */
export async function updateSettings(tx: Database, { orgId, ...row }: QuestionSettingsRow): Promise<void> {
  await tx.update(questionSettings).set(row).where(eq(questionSettings.orgId, orgId));
}

/** Adds to the number of questions that were not recorded. */
export async function countDropped(tx: Database, orgId: string, dropped: number): Promise<void> {
  await tx
    .update(questionSettings)
    .set({ dropped: sql`${questionSettings.dropped} + ${dropped}` })
    .where(eq(questionSettings.orgId, orgId));
}
