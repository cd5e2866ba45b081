import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NotFoundError } from "@quarry/sdk";
import { expectError, expectMatch, expectRefused, expectStatus } from "../../contract/expecting.ts";
import { personIn } from "../../matrix/callers.ts";
import { rejection } from "../../support/failure.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { runSql } from "../rows.ts";
import { ANSWERED, startAsking, UNANSWERED } from "./asking.ts";

let app: InProcessApp;
beforeAll(async () => {
  app = await startApp();
}, 120_000);
afterAll(() => app.stop());

describe("what is recorded", () => {
  test("nothing, until it is turned on", async () => {
    const { quarry, ask, rows } = await startAsking(app);
    await ask(ANSWERED);
    expect((await quarry.questions.settings()).settings).toEqual({
      ...{ recording: "off", keepDays: 30, dropped: 0, changedAt: null },
    });
    expect((await quarry.questions.list()).data).toEqual([]);
    expect(await rows()).toEqual([]);
    await quarry.questions.updateSettings({ recording: "on" });
    await ask(UNANSWERED);
    expect((await quarry.questions.list()).data.map(({ text }) => text)).toEqual([UNANSWERED]);
  });

  test("no question from before the change, which may still wait to be written", async () => {
    const { quarry, ask, texts } = await startAsking(app);
    await ask(ANSWERED);
    await quarry.questions.updateSettings({ recording: "on" });
    expect(await texts()).toEqual([]);
    await ask(UNANSWERED);
    await quarry.questions.updateSettings({ recording: "without_texts" });
    expect(await texts()).toEqual([]);
  });

  test("a question with its results, its duration and its caller", async () => {
    const { quarry, ask, spaceId, keyId } = await startAsking(app, "on");
    const before = Date.now();
    const { results } = await ask(ANSWERED);
    await quarry.query({ query: "Kubernetes", spaceIds: ["herons"], mode: "lexical", topK: 3 });
    const { data, pagination } = await quarry.questions.list();
    expect(pagination.total).toBe(2);
    const [unanswered, answered] = data;
    const caller = { kind: "key", id: keyId, name: "Asking's key" };
    expectMatch(answered, {
      ...{ text: ANSWERED, spaceIds: [spaceId], mode: "hybrid", topK: 10, results: results.length, caller },
      answered: true,
    });
    expect(answered?.bestSimilarity).toBeCloseTo(results[0]?.similarity ?? 0, 3);
    expect(answered?.durationMs).toBeGreaterThan(0);
    expect(Date.parse(answered?.askedAt ?? "")).toBeWithin(before, Date.now() + 1);
    expectMatch(unanswered, {
      ...{ text: "Kubernetes", spaceIds: [spaceId], mode: "lexical", topK: 3, caller },
      ...{ results: 0, bestSimilarity: null, answered: false },
    });
  });

  test("the address of a person only while they are a member", async () => {
    const { quarry, orgId, spaceId } = await startAsking(app, "on");
    await personIn(app, orgId, "owner");
    const { userId, session } = await personIn(app, orgId, "member");
    const answer = await app.call("POST", "/api/query", {
      ...{ key: null, headers: session, body: { query: ANSWERED, spaceIds: spaceId } },
    });
    expectStatus(answer, 200);
    const caller = async () => (await quarry.questions.list()).data[0]?.caller;
    expect(await caller()).toEqual({
      kind: "person",
      id: userId,
      name: expect.stringContaining("@example.org"),
    });
    expectStatus(
      await app.call("POST", "/api/auth/organization/leave", {
        ...{ key: null, headers: session, body: { organizationId: orgId } },
      }),
      200,
    );
    expect(await caller()).toEqual({ kind: "person", id: userId, name: null });
  });

  test("each question of a batch, smart queries that search, and no others", async () => {
    const { quarry, spaceId, texts, call } = await startAsking(app, "on");
    await quarry.queryBatch({
      queries: ["One heron?", "Two herons?"].map((query) => ({ query, spaceIds: spaceId })),
    });
    await quarry.smartQuery({ query: "A heron in the reeds?", search: true, topK: 4 });
    await quarry.smartQuery({ query: "Which space?" });
    expectError(await call("POST", "/api/query", { query: "Lost?", spaceIds: "unknown" }), 404);
    expectError(await call("POST", "/api/query", { query: "", spaceIds: spaceId }), 400);
    const relevant = [{ filename: "heron.md" }];
    const { evaluation } = await quarry.evaluations.create({
      ...{ spaceId, name: "golden", queries: [{ query: "Evaluated?", relevant }] },
    });
    await quarry.evaluations.run({ spaceId, id: evaluation.id });
    expect((await texts()).sort()).toEqual(["A heron in the reeds?", "One heron?", "Two herons?"]);
    const [smart] = (await quarry.questions.list({ pageSize: 1 })).data;
    expectMatch(smart, { topK: 4, spaceIds: [spaceId], answered: true });
  });

  test("the best similarity also if the threshold excludes it", async () => {
    const { quarry, spaceId } = await startAsking(app, "on");
    const { noResults } = await quarry.query({
      query: "heron fish otter elk",
      spaceIds: spaceId,
      threshold: 1,
    });
    expect(noResults?.bestSimilarity).toBeGreaterThan(0);
    const [asked] = (await quarry.questions.list()).data;
    expect(asked?.bestSimilarity).toBeCloseTo(noResults?.bestSimilarity ?? 0, 3);
    expectMatch(asked, { answered: false, results: 0 });
  });

  test("no texts, when the setting says so", async () => {
    const { quarry, ask, rows } = await startAsking(app, "without_texts");
    await ask(UNANSWERED);
    const { data } = await quarry.questions.list();
    expect(data.map(({ text, answered }) => [text, answered])).toEqual([[null, false]]);
    expect(JSON.stringify(await rows())).not.toContain("parking");
    expect(await quarry.questions.unanswered()).toEqual({ groups: [], totalGroups: 0, questions: 0 });
    expect((await quarry.questions.volume()).total).toMatchObject({ count: 1, unanswered: 1 });
  });

  test("what is waiting when the service stops", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "quarry-asked-"));
    try {
      const before = await startApp({ dataDir });
      await before.quarry.spaces.create({ name: "Herons" });
      await before.quarry.questions.updateSettings({ recording: "on" });
      await before.quarry.query({ query: ANSWERED, spaceIds: "herons" });
      await before.stop();
      const after = await startApp({ dataDir });
      const rows = await runSql(after.deps, "select text from questions");
      await after.stop();
      expect(rows).toEqual([{ text: ANSWERED }]);
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  }, 120_000);
});

describe("a change of the settings", () => {
  test("to without_texts deletes the texts, and to off deletes the log", async () => {
    const { quarry, ask, texts, rows } = await startAsking(app, "on");
    await ask(ANSWERED);
    expect(await texts()).toEqual([ANSWERED]);
    await quarry.questions.updateSettings({ recording: "without_texts" });
    expect(await texts()).toEqual([null]);
    expect(JSON.stringify(await rows())).not.toContain("heron");
    await quarry.questions.updateSettings({ recording: "off" });
    expect(await rows()).toEqual([]);
    await ask(ANSWERED);
    expect(await texts()).toEqual([]);
  });

  test("is in the audit log, and what changes nothing is not", async () => {
    const { quarry, ask } = await startAsking(app);
    await quarry.questions.updateSettings({ recording: "off" });
    await quarry.questions.updateSettings({ recording: "on", keepDays: 7 });
    await quarry.questions.updateSettings({ recording: "on" });
    await ask(ANSWERED);
    await quarry.questions.deleteAll();
    const entries = (await quarry.audit.list()).data.filter(({ action }) => action.startsWith("questions."));
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      ["questions.deleted", { deleted: 1 }],
      ["questions.configured", { recording: { from: "off", to: "on" }, keepDays: { from: 30, to: 7 } }],
    ]);
    expect((await quarry.questions.settings()).settings).toMatchObject({ recording: "on", keepDays: 7 });
  });

  test("is refused with an unknown value", async () => {
    const { call } = await startAsking(app);
    const change = (body: object) => call("PATCH", "/api/questions/settings", body);
    expectRefused(await change({ recording: "some", keepDays: 0 }), "/recording", "/keepDays");
    expectRefused(await change({ keepDays: 366 }), "/keepDays");
    expectRefused(await change({ kept: 1 }), "/kept");
  });
});

describe("what is kept", () => {
  test("ends after the days of the setting", async () => {
    const { quarry, ask, age, texts } = await startAsking(app, "on");
    const other = await startAsking(app, "on");
    await quarry.questions.updateSettings({ keepDays: 2 });
    await ask("Old?");
    await other.ask("Old elsewhere?");
    expect([await texts(), await other.texts()]).toEqual([["Old?"], ["Old elsewhere?"]]);
    // From here on, the service's own timer may delete it, too.
    await age(49);
    await other.age(49);
    await ask("Young?");
    await texts();
    await age(47);
    await app.deps.eventRetention.run();
    expect(await texts()).toEqual(["Young?"]);
    expect(await other.texts()).toEqual(["Old elsewhere?"]);
  });

  test("ends with a space that was searched, also for questions that still wait", async () => {
    const { quarry, ask, spaceId, texts, rows } = await startAsking(app, "on");
    const { space } = await quarry.spaces.create({ name: "Storks" });
    await ask("Only herons?");
    await quarry.query({ query: "Both?", spaceIds: [spaceId, space.id] });
    await quarry.query({ query: "Only storks?", spaceIds: space.id });
    expect(await texts()).toHaveLength(3);
    await ask("Waiting?");
    await quarry.spaces.purge(spaceId);
    expect(await texts()).toEqual(["Only storks?"]);
    expect(await rows()).toHaveLength(1);
  });

  test("ends with the organization", async () => {
    const { ask, texts, rows, orgId } = await startAsking(app, "on");
    await ask(ANSWERED);
    expect(await texts()).toHaveLength(1);
    await ask(ANSWERED);
    await runSql(app.deps, `delete from organizations where id = '${orgId}'`);
    expect(await rows()).toEqual([]);
    expect(await runSql(app.deps, `select * from question_settings where org_id = '${orgId}'`)).toEqual([]);
  });
});

test("another organization sees and deletes nothing", async () => {
  const one = await startAsking(app, "on");
  const other = await startAsking(app, "on");
  await one.ask(UNANSWERED);
  expect(await one.texts()).toEqual([UNANSWERED]);
  const { questions } = other.quarry;
  expect((await questions.list()).data).toEqual([]);
  expect((await questions.volume()).total.count).toBe(0);
  expect((await questions.unanswered()).groups).toEqual([]);
  const { spaceId } = one;
  for (const read of [
    () => questions.list({ spaceId }),
    () => questions.volume({ spaceId }),
    () => questions.unanswered({ spaceId }),
  ])
    expect(await rejection(read())).toBeInstanceOf(NotFoundError);
  expect(await questions.deleteAll()).toEqual({ deleted: 0 });
  await questions.updateSettings({ recording: "off" });
  expect(await one.texts()).toEqual([UNANSWERED]);
});
