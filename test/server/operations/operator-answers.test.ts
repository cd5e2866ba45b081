import { afterAll, beforeAll, expect, test } from "bun:test";
import { createOperatorService } from "../../../server/src/modules/operator/service.ts";
import { SERVICE_FAILURE } from "../../../server/src/records/documents/service-failure.ts";
import { expectError } from "../../contract/expecting.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { until } from "../../support/until.ts";
import { addDocuments, runSql } from "../rows.ts";

/** How long a call waits for the doctor, which works until a test lets it end. */
const ANSWER_WITHIN_MS = 300;

let app: InProcessApp;
let examinations = 0;
let letEnd = (): void => undefined;

beforeAll(async () => {
  app = await startApp({
    change: (deps) => ({
      ...deps,
      operator: createOperatorService({
        ...{ db: deps.db, clock: { now: Date.now }, answerWithinMs: ANSWER_WITHIN_MS },
        facts: {
          ...{ version: "0.0.0", startedAt: new Date(), dataDir: "." },
          ...{ vectorStore: "memory", embeddingModel: "none" },
          database: "server",
        },
        readiness: { problems: async () => [] },
        requireOperator: async () => undefined,
        async *doctor() {
          examinations += 1;
          await new Promise<void>((resolve) => {
            letEnd = resolve;
          });
          yield { type: "result" as const, isGood: examinations === 1, text: "" };
        },
      }),
    }),
  });
}, 120_000);
afterAll(() => app.stop());

test("failures are shown by cause, and nothing that callers wrote", async () => {
  const { quarry, deps, orgId } = app;
  const { space } = await quarry.spaces.create({ name: "Failing" });
  const ids = await addDocuments(deps.db, orgId, space.id, 6);
  const set = (at: number, errorMessage: string) =>
    quarry.documents.update({ spaceId: space.id, id: ids[at] ?? "", status: "FAILED", errorMessage });
  await set(0, "The merger with Pelican Ltd.");
  await set(1, `${SERVICE_FAILURE} The merger with Pelican Ltd.`);
  await set(2, "The embedding provider answered 500. Stopped after 20 attempts; send the document again.");
  await set(3, "The merger with Heron Ltd. Stopped after 2 attempts; send the document again.");
  await set(4, "The merger with Heron Ltd.");
  const { operator } = await quarry.operator.get();
  expect(operator.counts.documents).toBe(6);
  expect(operator.failures.map(({ documents, message }) => [documents, message])).toEqual(
    expect.arrayContaining([
      [1, SERVICE_FAILURE],
      [2, expect.stringContaining("was away")],
      [2, expect.stringContaining("problem of the file")],
    ]),
  );
  expect(operator.failures).toHaveLength(3);
  expect(JSON.stringify(operator)).not.toMatch(/merger|Ltd/);
  // The counts are kept, because they read all rows.
  await runSql(deps, `delete from documents where space_id = '${space.id}'`);
  expect((await quarry.operator.get()).operator.failures).toEqual(operator.failures);
});

test("the result of an examination that took too long is the answer to the next call, and to no other", async () => {
  const examine = (repair = false) => app.call("POST", "/api/operator/doctor", { body: { repair } });
  const late = await examine();
  expectError(late, 503);
  expect(late.headers.get("retry-after")).toBe("60");
  expectError(await examine(true), 409);
  letEnd();
  const kept = await until("the examination to end", async () => {
    const answer = await examine();
    return answer.status === 200 ? answer : undefined;
  });
  expect(kept.json).toMatchObject({ isGood: true });
  // The next one examines again.
  expectError(await examine(), 503);
  expect(examinations).toBe(2);
  letEnd();
});
