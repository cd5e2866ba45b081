import { afterAll, beforeAll, expect, test } from "bun:test";
import {
  oauthClients,
  oauthConsents,
  sessions,
  users,
  verifications,
} from "../../server/src/platform/database/tables/account-tables.ts";
import { type InProcessApp, startApp } from "../support/in-process-app.ts";

let app: InProcessApp;
beforeAll(async () => {
  app = await startApp();
}, 120_000);
afterAll(() => app.stop());

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

test("deletes expired sessions and one-time values, and OAuth clients without consent after 30 days", async () => {
  const { db } = app.deps;
  const times = { createdAt: inDays(-40), updatedAt: inDays(-40) };
  await db.insert(users).values({ id: "usr_1", name: "Ann", email: "ann@example.com", ...times });
  for (const [id, days] of [
    ["expired", -1],
    ["valid", 1],
  ] as const) {
    await db.insert(sessions).values({ id, token: id, userId: "usr_1", expiresAt: inDays(days), ...times });
    await db
      .insert(verifications)
      .values({ id, identifier: id, value: "value", expiresAt: inDays(days), ...times });
  }
  for (const [id, days] of [
    ["unused", -40],
    ["new", -1],
    ["allowed", -40],
  ] as const)
    await db
      .insert(oauthClients)
      .values({ id, clientId: id, redirectUris: ["http://127.0.0.1/cb"], createdAt: inDays(days) });
  await db
    .insert(oauthConsents)
    .values({ id: "consent", clientId: "allowed", userId: "usr_1", scopes: ["queries:read"], ...times });

  await app.deps.accountHousekeeping.run();

  const idsOf = async (table: typeof sessions | typeof verifications | typeof oauthClients) =>
    (await db.select().from(table)).map(({ id }) => id).sort();
  expect(await idsOf(sessions)).toEqual(["valid"]);
  expect(await idsOf(verifications)).toEqual(["valid"]);
  expect(await idsOf(oauthClients)).toEqual(["allowed", "new"]);
});
