import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join, resolve } from "node:path";
import { Glob } from "bun";
import { object, string } from "../../contract/reading.ts";
import { personIn } from "../../matrix/callers.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { runSql } from "../rows.ts";

const ROOT = resolve(import.meta.dir, "../../..");
/** 122 random bits. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let app: InProcessApp;
beforeAll(async () => {
  app = await startApp();
}, 120_000);
afterAll(() => app.stop());

async function organizationCall(path: string, body: object, headers: Readonly<Record<string, string>>) {
  return app.call("POST", `/api/auth/organization/${path}`, { key: null, body, headers });
}

describe("cannot be guessed", () => {
  test("ids: two ids of the same millisecond share only their timestamp", () => {
    const randomParts = Array.from({ length: 1000 }, () =>
      app.deps.newId("document").slice("doc_".length + 9),
    );
    for (const part of randomParts) expect(part).toMatch(/^[0-9a-z]{16}$/);
    // The halves differ too.
    expect(new Set(randomParts.flatMap((part) => [part.slice(0, 8), part.slice(8)])).size).toBe(2000);
  });

  test("API keys", async () => {
    const { key } = await app.quarry.apiKeys.create({ name: "one", level: "read" });
    expect(key).toMatch(/^qry_[\w-]{43}$/);
  });

  test("sessions and invitations", async () => {
    const { userId, session } = await personIn(app, app.orgId, "owner");
    const body = { email: "guest@example.org", role: "member", organizationId: app.orgId };
    const { json } = await organizationCall("invite-member", body, session);
    expect(string(json.id)).toMatch(UUID);
    const [row] = await runSql(app.deps, `select token from sessions where user_id = '${userId}'`);
    expect(string(object(row).token)).toMatch(/^[0-9A-Za-z]{32,}$/);
  });

  test("password-reset tokens", async () => {
    const { userId } = await personIn(app, app.orgId, "member");
    const [user] = await runSql(app.deps, `select email from users where id = '${userId}'`);
    const body = { email: string(user?.email) };
    await app.call("POST", "/api/auth/request-password-reset", { key: null, body });
    const [row] = await runSql(
      app.deps,
      `select identifier from verifications where identifier like 'reset-password:%'`,
    );
    const token = string(row?.identifier).slice("reset-password:".length);
    expect(token).toMatch(/^[0-9A-Za-z]{24,}$/);
  });
});

test("Math.random is used only for delays, never for secrets", async () => {
  const paths: string[] = [];
  for (const sources of ["server/src/**/*.ts", "packages/*/src/**/*.ts", "adapters/*/src/**/*.ts"])
    for await (const path of new Glob(sources).scan({ cwd: ROOT }))
      if (!path.endsWith(".test.ts") && (await Bun.file(join(ROOT, path)).text()).includes("Math.random"))
        paths.push(path);
  expect(paths.sort()).toEqual([
    "adapters/providers/src/provider-limiter.ts",
    "packages/cli/src/connection/retry-rate-limit.ts",
    "server/src/indexes/delivery/commit-changes.ts",
    "server/src/ingest/jobs/worker.ts",
    "server/src/ingest/upsert/upsert-documents.ts",
    "server/src/modules/webhooks/delivery-runner.ts",
  ]);
});
