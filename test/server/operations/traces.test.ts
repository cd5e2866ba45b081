import { afterAll, beforeAll, expect, test } from "bun:test";
import { expectStatus } from "../../contract/expecting.ts";
import { type Caller, createCaller, type RunningServer, startServer } from "../../support/running-server.ts";
import { type SentSpan, startTraceCollector, type TraceCollector } from "../../support/trace-collector.ts";
import { until } from "../../support/until.ts";

let collector: TraceCollector;
let server: RunningServer;
let call: Caller;
let spaceId: string;

beforeAll(async () => {
  collector = startTraceCollector();
  server = await startServer({
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
  });
  call = createCaller(server);
  const { json } = await call("POST", "/api/spaces", { body: { name: "Traced" } });
  spaceId = (json.space as { id: string }).id;
}, 120_000);
afterAll(async () => {
  await server?.stop();
  collector?.stop();
});

const sent = (name: string, requestId?: string | null) =>
  until(`the span ${name}`, () =>
    collector.spans.find(
      (span) => span.name === name && (!requestId || span.attributes["quarry.request_id"] === requestId),
    ),
  );

const childrenOf = (parent: SentSpan) =>
  collector.spans.filter(
    ({ traceId, parentSpanId }) => traceId === parent.traceId && parentSpanId === parent.spanId,
  );

test("a document that is PUT has a span with a child for each stage", async () => {
  const { status, headers } = await call("PUT", "/api/documents", {
    body: { spaceId, filename: "a.txt", content: "The dunlin probes the mud." },
  });
  expect(status).toBe(201);
  const span = await sent("PUT /api/documents", headers.get("x-request-id"));
  expect(span.parentSpanId).toBeUndefined();
  expect(childrenOf(span).map(({ name }) => name)).toEqual(
    expect.arrayContaining(["document prepare", "document embed", "document commit", "document index"]),
  );
});

test("a question has a child for each step, and continues the caller's trace", async () => {
  const [traceId, parentId] = ["0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"];
  const reply = await call("POST", "/api/query", {
    body: { query: "dunlin", spaceIds: spaceId },
    headers: { traceparent: `00-${traceId}-${parentId}-01` },
  });
  expectStatus(reply, 200);
  const span = await sent("POST /api/query", reply.headers.get("x-request-id"));
  expect([span.traceId, span.parentSpanId]).toEqual([traceId, parentId]);
  expect(span.attributes).toMatchObject({ "http.route": "/api/query", "http.response.status_code": 200 });
  const children = childrenOf(span);
  expect(children.map(({ name }) => name).sort()).toEqual(
    ["analyse", "answer", "embed", "fuse", "key", "live", "vectors", "words"].map(
      (step) => `question ${step}`,
    ),
  );
  for (const { durationMs } of children) {
    expect(durationMs).toBeGreaterThanOrEqual(0);
    expect(durationMs).toBeLessThanOrEqual(span.durationMs);
  }
});

test("a document that is processed in the background has a trace of its own", async () => {
  const body = { filename: "later.txt", content: "The knot flies in clouds." };
  expectStatus(await call("POST", `/api/spaces/${spaceId}/documents`, { body }), 201);
  const span = await sent("process documents");
  expect(span.parentSpanId).toBeUndefined();
  expect(childrenOf(span).map(({ name }) => name)).toEqual(
    expect.arrayContaining(["document prepare", "document embed", "document commit", "document index"]),
  );
});

test("spans contain nothing of a tenant", () => {
  expect(JSON.stringify(collector.spans)).not.toMatch(/dunlin|knot|Traced|spc_|org_|doc_/);
});

test("a collector that is away delays nothing, and is logged once", async () => {
  collector.stop();
  const reply = await call("POST", "/api/query", { body: { query: "dunlin", spaceIds: spaceId } });
  expectStatus(reply, 200);
  const warning = /"level":"warn","message":"traces could not be sent[^"]*"/g;
  await until("the warning", () => warning.test(server.output()) || undefined, 30_000);
  expect(server.output().match(warning)).toHaveLength(1);
}, 60_000);
