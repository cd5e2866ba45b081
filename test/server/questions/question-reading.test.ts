import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { expectError, expectRefused } from "../../contract/expecting.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { runSql } from "../rows.ts";
import { ANSWERED, startAsking, UNANSWERED } from "./asking.ts";

let app: InProcessApp;
beforeAll(async () => {
  app = await startApp();
}, 120_000);
afterAll(() => app.stop());

const HOUR_MS = 3_600_000;

describe("the list", () => {
  test("is paged, newest first, and filtered by space, time and answer", async () => {
    const { quarry, ask, spaceId, age, texts } = await startAsking(app, "on");
    const { space } = await quarry.spaces.create({ name: "Storks", slug: "storks" });
    await ask(ANSWERED);
    await texts();
    await age(2);
    const since = new Date(Date.now() - HOUR_MS).toISOString();
    await ask(UNANSWERED);
    await quarry.query({ query: "Who nests?", spaceIds: [space.id] });
    const listed = async (parameters: Parameters<typeof quarry.questions.list>[0]) =>
      (await quarry.questions.list(parameters)).data.map(({ text }) => text);
    expect(await listed({ pageSize: 2 })).toEqual(["Who nests?", UNANSWERED]);
    expect(await listed({ pageSize: 2, page: 2 })).toEqual([ANSWERED]);
    expect(await listed({ spaceId })).toEqual([UNANSWERED, ANSWERED]);
    expect(await listed({ spaceId: "storks" })).toEqual(["Who nests?"]);
    expect(await listed({ since })).toEqual(["Who nests?", UNANSWERED]);
    expect(await listed({ until: since })).toEqual([ANSWERED]);
    expect(await listed({ unanswered: true, spaceId })).toEqual([UNANSWERED]);
  });

  test("refuses unknown spaces and invalid times", async () => {
    const { call } = await startAsking(app);
    expectError(await call("GET", "/api/questions?spaceId=unknown"), 404);
    expectRefused(await call("GET", "/api/questions?since=yesterday"), "/since");
    expectRefused(await call("GET", "/api/questions?unanswered=maybe&page=0"), "/unanswered", "/page");
  });
});

describe("the volume", () => {
  test("counts and measures each bucket, with the empty ones", async () => {
    const { orgId, spaceId, quarry } = await startAsking(app, "on");
    const row = (at: string, ms: number, answered: boolean, space = spaceId) =>
      `('${orgId}', 'qst_${crypto.randomUUID()}', '${at}', '{${space}}', 'hybrid', 10, 0, ${answered}, ${ms}, 'key', 'key_1')`;
    const rows = [
      ...Array.from({ length: 20 }, (_, at) => row(`2026-03-01T10:${10 + at}:00Z`, at + 1, true)),
      row("2026-03-01T12:59:59.999Z", 7, false),
      row("2026-03-01T12:00:00Z", 9, true, "spc_other"),
      row("2026-03-01T13:00:00Z", 9, true),
    ];
    await runSql(
      app.deps,
      `insert into questions (org_id, id, asked_at, space_ids, mode, top_k, results, answered, duration_ms,
        caller_kind, caller_id) values ${rows.join(", ")}`,
    );
    const range = { since: "2026-03-01T10:30:00Z", until: "2026-03-01T13:00:00Z" };
    const { buckets, total } = await quarry.questions.volume({ ...range, bucket: "hour", spaceId });
    expect(buckets).toEqual([
      { startsAt: "2026-03-01T10:00:00.000Z", count: 20, unanswered: 0, p50Ms: 10, p95Ms: 19 },
      { startsAt: "2026-03-01T11:00:00.000Z", count: 0, unanswered: 0, p50Ms: null, p95Ms: null },
      { startsAt: "2026-03-01T12:00:00.000Z", count: 1, unanswered: 1, p50Ms: 7, p95Ms: 7 },
    ]);
    expect(total).toEqual({ count: 21, unanswered: 1, p50Ms: 10, p95Ms: 19 });
    const days = await quarry.questions.volume(range);
    expect([days.bucket, days.buckets.map(({ count }) => count)]).toEqual(["day", [22]]);
  });

  test("covers the last 30 days or 48 hours by default", async () => {
    const { quarry, ask } = await startAsking(app, "on");
    await ask(ANSWERED);
    for (const [bucket, least] of [
      ["day", 30],
      ["hour", 48],
    ] as const) {
      const { buckets, total } = await quarry.questions.volume({ bucket });
      expect(buckets.length).toBeWithin(least, least + 2);
      expect([buckets.at(-1)?.count, total.count]).toEqual([1, 1]);
    }
  });

  test("refuses ranges that are empty or too long", async () => {
    const { call } = await startAsking(app);
    const volume = (parameters: string) => call("GET", `/api/questions/volume?${parameters}`);
    expectRefused(await volume("since=2026-03-02&until=2026-03-01"), "/since");
    expectRefused(await volume("since=2020-01-01"), "/since");
    expectRefused(await volume("since=0001-01-01&until=9999-12-31&bucket=hour"), "/since");
    expectRefused(await volume("bucket=week"), "/bucket");
  });
});

describe("the groups", () => {
  test("join questions that share most of their words, the largest first", async () => {
    const { quarry, ask, spaceId } = await startAsking(app, "on");
    for (const question of [
      "Is there vegan lunch?",
      "Are there parking lots?",
      "How many parking lots are there?",
      "the PARKING lot",
      "vegan lunch",
      "How many parking lots are there?",
      "Kubernetes",
      ANSWERED,
    ])
      await ask(question);
    const { groups, totalGroups, questions } = await quarry.questions.unanswered();
    expect([totalGroups, questions]).toEqual([3, 7]);
    expect(groups.map(({ question, count }) => [question, count])).toEqual([
      ["How many parking lots are there?", 4],
      ["vegan lunch", 2],
      ["Kubernetes", 1],
    ]);
    expect(groups[0]?.others).toEqual(["the PARKING lot", "Are there parking lots?"]);
    expect(groups[0]?.spaceIds).toEqual([spaceId]);
    const again = await quarry.questions.unanswered({ limit: 1 });
    expect([again.groups, again.totalGroups]).toEqual([groups.slice(0, 1), 3]);
  });

  test("are of the newest 1,000 questions, also of very long ones", async () => {
    const { orgId, spaceId, quarry } = await startAsking(app, "on");
    await runSql(
      app.deps,
      `insert into questions (org_id, id, asked_at, text, space_ids, mode, top_k, results, answered, duration_ms,
        caller_kind, caller_id)
      select '${orgId}', 'qst_' || n, timestamptz '2026-03-01' + n * interval '1 second',
        case when n <= 200 then 'forgotten' else repeat('word' || n % 8 || ' other' || n || ' ', 600) end,
        '{${spaceId}}', 'hybrid', 10, 0, false, 1, 'key', 'key_1' from generate_series(1, 1200) n`,
    );
    const start = performance.now();
    const { questions, groups } = await quarry.questions.unanswered({ limit: 100 });
    expect(performance.now() - start).toBeLessThan(10_000);
    expect(questions).toBe(1000);
    expect(groups.map(({ question }) => question)).not.toContain("forgotten");
  }, 60_000);
});
