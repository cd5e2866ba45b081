import { afterAll, beforeAll, expect, test } from "bun:test";
import { UNDESCRIBED } from "../../matrix/table.ts";
import { type RunningServer, startServer } from "../../support/running-server.ts";
import { hasEveryCase } from "../../support/scale.ts";
import { ACCOUNT_OPERATIONS } from "./account-operations.ts";
import { fuzzHttp, SERVER_SETTINGS } from "./fuzz-http.ts";

/** One server answers about 100 a second: what fits into a minute in CI. `bun run fuzz http` sends 25,000. */
const REQUESTS = hasEveryCase ? 5000 : 1500;

/** Another one with each run, so that CI searches. Each fault is named by its seed and number. */
const SEED = Number(process.env.QUARRY_TEST_SEED ?? Date.now() % 1e9);

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ env: SERVER_SETTINGS });
}, 90_000);
afterAll(() => server?.stop());

test("broken requests of each kind are answered, refused with a cause, and show nothing of others", async () => {
  const { pid } = server;
  const result = await fuzzHttp({ server, seed: SEED, from: 0, to: REQUESTS, concurrency: 6 });
  expect(result.faults).toEqual([]);
  expect(server.pid).toBe(pid);
  // Requests that are all refused, or all fine, find nothing.
  const count = (low: number) =>
    [...result.statuses].reduce(
      (sum, [status, times]) => (status >= low && status < low + 100 ? sum + times : sum),
      0,
    );
  expect(count(200)).toBeGreaterThan(REQUESTS / 10);
  expect(count(400)).toBeGreaterThan(REQUESTS / 10);
}, 300_000);

test("each route that the OpenAPI file omits has an operation", () => {
  const known = ACCOUNT_OPERATIONS.map(
    ({ method, path }) => `${method} ${path.replace("{path}", "*").replaceAll(/\{(\w+)\}/g, ":$1")}`,
  );
  const missing = UNDESCRIBED.filter((route) => !route.startsWith("ALL ") && !known.includes(route));
  expect(missing).toEqual([]);
});
