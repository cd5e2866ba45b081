import { afterAll, beforeAll, expect, test } from "bun:test";
import { LIMITS } from "@quarry/schema";
import { wholeScope } from "../../../server/src/platform/access/tenant-scope.ts";
import { createAdmission } from "../../../server/src/platform/limits/admission.ts";
import { admitQuestions } from "../../../server/src/retrieve/admit-questions.ts";
import { queryBatch } from "../../../server/src/retrieve/query-batch.ts";
import { rejection } from "../../support/failure.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";

let app: InProcessApp;
let spaceIds: string;
beforeAll(async () => {
  app = await startApp();
  const { space } = await app.quarry.spaces.create({ name: "Handbook" });
  spaceIds = space.id;
  for (const [filename, content] of Object.entries({
    "leave.md": "Employees have thirty days of leave a year.",
    "pay.md": "Salaries are paid monthly.",
  }))
    await app.quarry.documents.upsert({ spaceId: space.id, filename, content });
}, 120_000);
afterAll(() => app.stop());

test("each question gets the answer that it gets alone, in the order of the questions", async () => {
  const queries = [
    { query: "when are salaries paid", spaceIds, topK: 1 },
    { query: "days of leave", spaceIds, topK: 2, explain: true },
  ];
  const { answers } = await app.quarry.queryBatch({ queries });
  expect(answers.map(({ results }) => results[0]?.document.filename)).toEqual(["pay.md", "leave.md"]);
  for (const [at, query] of queries.entries()) expect(answers[at]).toEqual(await app.quarry.query(query));
});

test("a question that fails fails the call, and is named", async () => {
  const good = { query: "leave", spaceIds };
  const wrong = { ...good, topK: 3, limit: 4 };
  expect(
    await rejection(app.quarry.queryBatch({ queries: [good, { ...good, spaceIds: "none" }] })),
  ).toMatchObject({
    name: "NotFoundError",
    message: expect.stringMatching(/^Question 2: /),
  });
  const { details } = (await rejection(app.quarry.queryBatch({ queries: [good, good, wrong] }))) as {
    details: { path: string }[];
  };
  expect(details.map(({ path }) => path)).toEqual([expect.stringMatching(/^\/queries\/2\//)]);
  for (const count of [0, LIMITS.queryBatchMax + 1]) {
    const queries = Array.from({ length: count }, () => good);
    expect(await rejection(app.quarry.queryBatch({ queries }))).toMatchObject({ status: 400 });
  }
});

test("each question takes a place of the organization's", async () => {
  // An organization may have a hundred questions: five batches fit, and of six one is refused as a whole.
  const fitting = await askAtOnce(5);
  expect(fitting.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => "fulfilled"));
  const refused = (await askAtOnce(6)).at(-1);
  expect(refused).toMatchObject({ reason: { code: "unavailable", retryAfterMs: 1000 } });
});

/** The outcomes of batches of twenty questions that arrive together, each question taking a turn. */
function askAtOnce(batches: number) {
  const queries = {
    query: async () => {
      await Bun.sleep(1);
      return { results: [], totalResults: 0 };
    },
  };
  const { smartQueries } = app.deps.services;
  const admitted = admitQuestions({ queries, smartQueries }, createAdmission(), 60_000);
  const batch = { queries: Array.from({ length: 20 }, () => ({ query: "leave", spaceIds })) };
  const scope = wholeScope(app.orgId, "enterprise");
  const { signal } = new AbortController();
  const ask = () => queryBatch(admitted.queries, scope, batch, () => signal);
  return Promise.allSettled(Array.from({ length: batches }, ask));
}
