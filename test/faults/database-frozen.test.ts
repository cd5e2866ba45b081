import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { expectError, expectStatus } from "../contract/expecting.ts";
import { object, objects, string } from "../contract/reading.ts";
import { type EmbeddingProvider, startEmbeddingProvider } from "../support/embedding-provider.ts";
import { readEvents } from "../support/event-reader.ts";
import { postgresProcesses } from "../support/postgres-processes.ts";
import {
  type Caller,
  createCaller,
  type Reply,
  type RunningServer,
  startServer,
} from "../support/running-server.ts";
import { until } from "../support/until.ts";

// While PostgreSQL is frozen, each call gets 503 at its deadline, with an honest message. Afterwards everything goes on.

const DEADLINES_MS = { light: 1000, question: 1500, work: 2000 };
/** For a busy machine. */
const MORE_MS = 1500;
/** Longer than the service keeps a key that it has found. */
const KEYS_KEPT_MS = 1000;

describe.skipIf(process.platform !== "linux")("a frozen database", () => {
  let provider: EmbeddingProvider;
  let server: RunningServer;
  let call: Caller;
  let spaceId = "";

  const signal = (name: NodeJS.Signals) => {
    for (const pid of postgresProcesses(join(server.dataDir, "postgres", "data"))) process.kill(pid, name);
  };
  const put = (filename: string, headers: Record<string, string> = {}) => {
    const body = { spaceId, filename, content: `The kingfisher of ${filename}.` };
    return call("PUT", "/api/documents", { body, headers });
  };
  const filenames = async () => {
    const reply = await call("GET", `/api/documents?spaceId=${spaceId}&pageSize=100`);
    expectStatus(reply, 200);
    return objects(reply.json.data).map(({ filename }) => string(filename));
  };
  const ask = () => call("POST", "/api/query", { body: { query: "kingfisher", spaceIds: spaceId } });
  const worksAgain = () => until("a call to succeed", async () => (await ask()).status === 200 || undefined);

  /** The message of a refusal that comes in time. */
  async function refusal(reply: Promise<Reply>, limitMs: number): Promise<string> {
    const begin = performance.now();
    const inTime = await Promise.race([reply, Bun.sleep(limitMs + MORE_MS)]);
    expect(inTime, "an answer in time").toBeDefined();
    if (!inTime) return "";
    expect(performance.now() - begin).toBeGreaterThan(limitMs - 100);
    expect(Number(inTime.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(inTime.headers.get("x-request-id")).toBe(string(inTime.json.requestId));
    expect(inTime.json.code).toBe("unavailable");
    return expectError(inTime, 503);
  }

  beforeAll(async () => {
    provider = startEmbeddingProvider();
    server = await startServer({
      env: {
        ...{ OPENAI_API_KEY: provider.apiKey, OPENAI_BASE_URL: provider.url },
        QUARRY_CALL_TIMEOUT_MS: String(DEADLINES_MS.light),
        QUARRY_QUESTION_TIMEOUT_MS: String(DEADLINES_MS.question),
        QUARRY_WORK_TIMEOUT_MS: String(DEADLINES_MS.work),
      },
    });
    call = createCaller(server);
    const { json } = await call("POST", "/api/spaces", { body: { name: "Frozen" } });
    spaceId = string(object(json.space).id);
    // The first one takes longer than the deadline on a busy machine.
    await until("a document", async () => (await put("before.md")).status < 300 || undefined);
  }, 120_000);
  afterEach(() => {
    signal("SIGCONT");
    provider.reset();
  });
  afterAll(async () => {
    await server?.stop();
    await provider?.stop();
  }, 60_000);

  test("refuses calls that it cannot authenticate, and carries none of them out", async () => {
    signal("SIGSTOP");
    await Bun.sleep(KEYS_KEPT_MS);
    const replies = [
      call("GET", "/api/spaces"),
      put("refused.md"),
      call("DELETE", `/api/spaces/${spaceId}`),
      ask(),
      call("GET", "/api/events"),
      call("POST", "/mcp", { body: { jsonrpc: "2.0", id: 1, method: "tools/list" } }),
    ];
    for (const message of await Promise.all(replies.map((reply) => refusal(reply, DEADLINES_MS.light))))
      expect(message).toContain("will not carry it out");
    const ofOpenAi = await call("GET", "/openai/v1/vector_stores");
    expectStatus(ofOpenAi, 503);
    expect(object(ofOpenAi.json.error).message).toContain("will not carry it out");
    signal("SIGCONT");
    await worksAgain();
    expect(await filenames()).toEqual(["before.md"]);
  }, 30_000);

  test("refuses calls that it has let in, says that the outcome of changes is unknown, and cuts no stream", async () => {
    const events = readEvents(
      await fetch(`${server.baseUrl}/api/events`, { headers: { authorization: `Bearer ${server.rootKey}` } }),
    );
    await events.begun();
    await Bun.sleep(KEYS_KEPT_MS);
    // Finds the key again.
    await call("GET", "/api/spaces");
    signal("SIGSTOP");
    const [listed, written, keyed] = await Promise.all([
      refusal(call("GET", "/api/spaces"), DEADLINES_MS.light),
      refusal(put("frozen.md"), DEADLINES_MS.work),
      refusal(put("keyed.md", { "idempotency-key": "frozen" }), DEADLINES_MS.light),
    ]);
    expect(listed).toContain("was not answered within 1000 ms");
    expect(written).toContain("Its outcome is unknown: it may still be carried out.");
    // The key itself could not be noted.
    expect(keyed).toContain("will not carry it out");
    signal("SIGCONT");
    await worksAgain();
    await until("a repetition to be carried out", async () => {
      const repeated = await put("keyed.md", { "idempotency-key": "frozen" });
      return repeated.status === 201 || undefined;
    });
    await until("the change", async () => (await filenames()).includes("frozen.md") || undefined);
    expect((await filenames()).sort()).toEqual(["before.md", "frozen.md", "keyed.md"]);
    await events.saw("document.completed", 2);
    expect(events.isOver).toBe(false);
    await events.close();
  }, 30_000);

  test("a repetition with the same Idempotency-Key gets the outcome of a call that took too long", async () => {
    provider.set({ delayMs: DEADLINES_MS.work + MORE_MS, shareDelayed: 1 });
    const key = { "idempotency-key": "slow" };
    expect(await refusal(put("slow.md", key), DEADLINES_MS.work)).toContain("repeat it with the same key");
    const repeated = await until("the outcome", async () => {
      const reply = await put("slow.md", key);
      return reply.status === 409 ? undefined : reply;
    });
    expectStatus(repeated, 201);
    expect(repeated.headers.get("idempotent-replayed")).toBe("true");
  }, 30_000);

  test("the time in which a body arrives does not count", async () => {
    const pieces = ['{"name":', '"Slow', " caller", '"}'];
    const body = new ReadableStream({
      async pull(controller) {
        await Bun.sleep(DEADLINES_MS.light / 2);
        const piece = pieces.shift();
        if (piece === undefined) controller.close();
        else controller.enqueue(new TextEncoder().encode(piece));
      },
    });
    const reply = await fetch(`${server.baseUrl}/api/spaces`, {
      method: "POST",
      headers: { authorization: `Bearer ${server.rootKey}`, "content-type": "application/json" },
      body,
    });
    expect(reply.status).toBe(201);
  }, 30_000);
});
