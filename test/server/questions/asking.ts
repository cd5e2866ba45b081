import type { QuestionRecording, Tier } from "@quarry/schema";
import type { InProcessApp } from "../../support/in-process-app.ts";
import { addTenant } from "../other-tenant.ts";
import { runSql } from "../rows.ts";

/** A question that the space answers, and one that it does not. */
export const ANSWERED = "Where does the heron stand?";
export const UNANSWERED = "How many parking lots are there?";

/** An organization with a space about herons, and functions that ask it. */
export async function startAsking(
  app: InProcessApp,
  recording?: QuestionRecording,
  tier: Tier = "enterprise",
) {
  const { orgId, key, keyId } = await addTenant(app.deps, "Asking", tier);
  const quarry = app.quarryWith(key);
  const { space } = await quarry.spaces.create({ name: "Herons" });
  const document = { filename: "heron.md", content: "The heron stands in the reeds and waits for fish." };
  await quarry.documents.upsert({ spaceId: space.id, ...document });
  if (recording) await quarry.questions.updateSettings({ recording });
  return {
    ...{ orgId, key, keyId, quarry, spaceId: space.id },
    call: (method: string, path: string, body?: object) =>
      app.call(method, path, { key, ...(body && { body }) }),
    ask: (query: string) => quarry.query({ query, spaceIds: space.id }),
    /** The texts in the log, newest first. */
    texts: async () => (await quarry.questions.list({ pageSize: 100 })).data.map(({ text }) => text),
    /** The rows of the organization in the database. */
    rows: () => runSql(app.deps, `select * from questions where org_id = '${orgId}' order by asked_at, id`),
    /** Moves all questions into the past. */
    age: (hours: number) =>
      runSql(
        app.deps,
        `update questions set asked_at = asked_at - interval '${hours} hours' where org_id = '${orgId}'`,
      ),
  };
}
