import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Quarry } from "@quarry/sdk";
import { expectMatch } from "../../contract/expecting.ts";
import { runCommand } from "../../support/command.ts";
import { type RunningServer, startServer } from "../../support/running-server.ts";

let server: RunningServer;
let orgId: string;
beforeAll(async () => {
  server = await startServer();
  const { space } = await connect().spaces.create({ name: "Held" });
  orgId = space.orgId;
  await connect().documents.upsert({ spaceId: space.id, filename: "a.md", content: "text" });
}, 120_000);
afterAll(() => server.stop());

const connect = () => new Quarry({ apiKey: server.rootKey, baseUrl: server.baseUrl, maxRetries: 0 });
const run = (...args: string[]) =>
  runCommand(["tier", ...args], { QUARRY_DATA_DIR: server.dataDir, QUARRY_ROOT_KEY: server.rootKey });

/** Returns the current rate limit of the root key. */
async function limitNow(): Promise<string | null> {
  const headers = { "Svc-Api-Key": server.rootKey };
  const reply = await fetch(`${server.baseUrl}/api/spaces`, { headers });
  return reply.headers.get("x-ratelimit-limit");
}

describe("bun run tier", () => {
  test("lists organizations with their tier and counts", async () => {
    const { code, lines } = await run();
    expect(code).toBe(0);
    expect(lines).toEqual([
      expect.stringMatching(/^org_\S+ {2}enterprise {2}1 spaces, 1 documents +"My organization"$/),
    ]);
    expect(lines[0]).toStartWith(orgId);
  });

  test("changes a tier within a second, and records it in the audit log", async () => {
    await limitNow();
    expect(await run(orgId, "pro")).toEqual({
      ...{ code: 0, stderr: "" },
      lines: [`${orgId} changed from enterprise to pro`],
    });
    await Bun.sleep(1000);
    expect(await limitNow()).toBe("300");
    const { data } = await connect().audit.list({ pageSize: 1 });
    expectMatch(data[0], {
      ...{ orgId, action: "organization.tier_changed", targetId: orgId },
      ...{
        actor: { kind: "operator", id: "operator", name: "operator" },
        details: { from: "enterprise", to: "pro" },
      },
    });
    const { pagination } = await connect().audit.list();
    expect((await run(orgId, "pro")).lines).toEqual([`${orgId} is already pro`]);
    expect((await connect().audit.list()).pagination).toEqual(pagination);
  }, 120_000);

  test("reports an unknown organization or tier", async () => {
    const unknown = await run("org_unknown", "pro");
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      expect.stringContaining('There is no organization "org_unknown". "bun run tier" lists them.'),
    ]);
    for (const args of [[orgId], [orgId, "gold"], [orgId, "pro", "more"]]) {
      const { code, stderr } = await run(...args);
      expect([code, stderr]).toEqual([2, expect.stringContaining("sandbox, developer, pro, enterprise")]);
    }
  }, 120_000);

  test("also works while the service is stopped", async () => {
    await server.end();
    expect((await run(orgId, "developer")).lines).toEqual([`${orgId} changed from pro to developer`]);
    await server.restart();
    expect(await limitNow()).toBe("60");
  }, 120_000);
});
