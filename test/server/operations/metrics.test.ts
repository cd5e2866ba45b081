import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { expectError, expectStatus } from "../../contract/expecting.ts";
import { startApp } from "../../support/in-process-app.ts";
import { postgresProcesses } from "../../support/postgres-processes.ts";
import { type Caller, createCaller, type RunningServer, startServer } from "../../support/running-server.ts";
import { until } from "../../support/until.ts";

const TOKEN = "a-token-of-the-operator";
const TENANT_WORDS = /dotterel|plover|spc_|org_|doc_/;

let server: RunningServer;
let call: Caller;
let spaceId: string;

beforeAll(async () => {
  server = await startServer({ env: { QUARRY_METRICS_TOKEN: TOKEN } });
  call = createCaller(server);
  const { json } = await call("POST", "/api/spaces", { body: { name: "Dotterel" } });
  spaceId = (json.space as { id: string }).id;
  for (const [filename, content] of [
    ["a.txt", "The dotterel breeds on high ground."],
    ["b.txt", "The plover runs and stops."],
  ])
    expectStatus(await call("PUT", "/api/documents", { body: { spaceId, filename, content } }), 201);
  for (let round = 0; round < 3; round += 1)
    expectStatus(await call("POST", "/api/query", { body: { query: "dotterel", spaceIds: spaceId } }), 200);
  await call("GET", "/api/spaces/spc_none");
  await call("GET", "/dotterel/is/no/route");
}, 120_000);
afterAll(() => server?.stop());

const read = (token: string | null = TOKEN) =>
  call("GET", "/metrics", {
    key: null,
    ...(token === null ? {} : { headers: { Authorization: `Bearer ${token}` } }),
  });

/** The value of a series, which its name and some of its labels select. */
async function valueIn(series: string, ...labels: string[]): Promise<number | undefined> {
  const { text } = await read();
  const line = text
    .split("\n")
    .find(
      (one) =>
        (one.startsWith(`${series} `) || one.startsWith(`${series}{`)) &&
        labels.every((label) => one.includes(label)),
    );
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(" ")));
}

describe("/metrics", () => {
  test("is in the text format, and each line is a comment or a series", async () => {
    const reply = await read();
    expectStatus(reply, 200);
    expect(reply.headers.get("content-type")).toStartWith("text/plain; version=0.0.4");
    for (const line of reply.text.trimEnd().split("\n"))
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? [-+\d.eInfNa]+|)$/);
  });

  test("names nothing of a tenant", async () => {
    expect((await read()).text).not.toMatch(TENANT_WORDS);
  });

  test.each([
    ["http_requests_total", 3, ['method="POST"', 'route="/api/query"', 'status="200"']],
    ["http_requests_total", 1, ['method="GET"', 'route="/api/spaces/:id"', 'status="404"']],
    ["http_requests_total", 1, ['method="GET"', 'route="/*"', 'status="404"']],
    ["http_request_duration_seconds_count", 3, ['route="/api/query"']],
    ...["key", "analyse", "embed", "words", "vectors", "fuse", "live", "answer"].map(
      (step) => ["quarry_question_stage_seconds_count", 3, [`stage="${step}"`]] as const,
    ),
    ...["prepare", "embed", "commit", "index"].map(
      (stage) => ["quarry_document_stage_seconds_count", 2, [`stage="${stage}"`]] as const,
    ),
    ["quarry_cache_reads_total", 2, ['cache="questions"', 'source="cache"']],
    ["quarry_cache_reads_total", 2, ['cache="embeddings"', 'source="embedder"']],
    ["quarry_queue_entries", 0, ['queue="jobs"', 'state="due"']],
    ["quarry_questions", 0, ['state="waiting"']],
    ["quarry_questions_refused_total", 0, []],
    ["quarry_database_up", 1, []],
  ] as const)("%s is %d for %p", async (series, expected, labels) => {
    await until(
      "the value",
      async () => ((await valueIn(series, ...labels)) === expected ? true : undefined),
      2000,
    ).catch(() => undefined);
    expect(await valueIn(series, ...labels)).toBe(expected);
  });

  test.each([
    ["quarry_plugin_calls_total", ['plugin="vector store memory"', 'member="upsert"', 'outcome="ok"']],
    ["quarry_plugin_calls_total", ['plugin="embedder builtin', 'member="embed"', 'outcome="ok"']],
    ["quarry_database_connections", ['state="idle"']],
    ["process_resident_memory_bytes", []],
    ["quarry_event_loop_delay_seconds_count", []],
    ...(process.platform === "linux"
      ? [["quarry_children_memory_bytes", ['program="postgres"']] as const]
      : []),
  ] as const)("%s is more than 0 for %p", async (series, labels) => {
    expect(await valueIn(series, ...labels)).toBeGreaterThan(0);
  });

  test.skipIf(process.platform !== "linux")("answers while the database is frozen, and says so", async () => {
    const pids = postgresProcesses(join(server.dataDir, "postgres", "data"));
    for (const pid of pids) process.kill(pid, "SIGSTOP");
    try {
      const startedAt = performance.now();
      expect(await valueIn("quarry_database_up")).toBe(0);
      expect(performance.now() - startedAt).toBeLessThan(3000);
      expect(await valueIn("quarry_queue_entries", 'queue="jobs"')).toBeUndefined();
    } finally {
      for (const pid of pids) process.kill(pid, "SIGCONT");
    }
    await until("the database", async () => ((await valueIn("quarry_database_up")) === 1 ? true : undefined));
    expect(await valueIn("quarry_queue_entries", 'queue="jobs"', 'state="due"')).toBe(0);
  });

  test("counts the jobs while they wait and run", async () => {
    const lengths = () =>
      Promise.all(
        ["running", "due", "later"].map((state) =>
          valueIn("quarry_queue_entries", 'queue="jobs"', `state="${state}"`),
        ),
      );
    const waits = until("a job", async () => (await lengths()).some((length) => length !== 0) || undefined);
    // Together they take longer than the second for which the lengths are kept.
    const upload = (number: number) =>
      call("POST", `/api/spaces/${spaceId}/documents`, {
        body: { filename: `${number}.txt`, content: `The whimbrel calls ${number} times. `.repeat(10_000) },
      });
    const sent = await Promise.all(Array.from({ length: 10 }, (_, number) => upload(number)));
    for (const reply of sent) expectStatus(reply, 201);
    await waits;
    await until("no job", async () => (await lengths()).every((length) => length === 0) || undefined);
    expect(await valueIn("quarry_document_stage_seconds_count", 'stage="prepare"')).toBe(12);
  });

  test("needs the operator's token: no key of an organization is one", async () => {
    for (const token of [null, "another-token-of-someone", server.rootKey])
      expect(expectError(await read(token), 401)).toContain("QUARRY_METRICS_TOKEN");
  });
});

test("without a token there is no such route", async () => {
  const app = await startApp();
  try {
    expectError(await app.call("GET", "/metrics"), 404);
  } finally {
    await app.stop();
  }
}, 60_000);
