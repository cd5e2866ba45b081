import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import postgres, { type Sql } from "postgres";
import { expectStatus } from "../contract/expecting.ts";
import { isInstalled, POSTGRES, type Surroundings, surround } from "../support/configurations.ts";
import { type Caller, createCaller, type RunningServer, startServer } from "../support/running-server.ts";
import { until } from "../support/until.ts";

const QUESTION = "Who stands there?";
/** More than the service has connections. */
const CALLERS = 30;
const SOON_MS = 2000;
const WORDS = "lexical_segments, lexical_dead, lexical_documents";
/** Longer than a part may be silent until it counts as away. */
const FULL_MS = 4000;
/** The wall's limit of a search, and time for a busy machine. */
const LIMIT_MS = 5000 + 5000;

describe.skipIf(!isInstalled(POSTGRES))("a search in PostgreSQL that takes too long", () => {
  let surroundings: Surroundings;
  let server: RunningServer;
  let call: Caller;
  let spaceId: string;
  let sql: Sql;

  beforeAll(async () => {
    surroundings = await surround(POSTGRES);
    server = await startServer({ env: surroundings.env });
    call = createCaller(server);
    sql = postgres(surroundings.env.DATABASE_URL ?? "", { max: 2 });
    spaceId = ((await call("POST", "/spaces", { body: { name: "Slow" } })).json.space as { id: string }).id;
    const body = { spaceId, filename: "heron.md", content: "A heron stands in the reeds." };
    expect((await call("PUT", "/documents", { body })).status).toBe(201);
  }, 120_000);
  afterAll(async () => {
    await sql?.end();
    await server?.stop();
    await surroundings?.stop();
  }, 60_000);

  const post = (path: string, body: object, signal?: AbortSignal, at = server) =>
    fetch(at.baseUrl + path, {
      method: "POST",
      headers: {
        authorization: `Bearer ${server.rootKey}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify(body),
      ...(signal ? { signal } : {}),
    });
  const ask = (signal?: AbortSignal) =>
    post("/api/query", { query: QUESTION, spaceIds: spaceId, mode: "vector" }, signal);
  /** Asks in words, which the text has. */
  const askWords = (fields: object, signal?: AbortSignal, at = server) =>
    post("/api/query", { query: "heron", spaceIds: spaceId, mode: "lexical", ...fields }, signal, at);
  const callTool = (name: string, fields: object, signal: AbortSignal) =>
    post(
      "/mcp",
      {
        ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
        params: { name, arguments: { query: QUESTION, ...fields } },
      },
      signal,
    );

  /** Ways to search, each by vectors: where the mode cannot be chosen, the question shares no word with the text. */
  const SEARCHES: Readonly<Record<string, (signal: AbortSignal) => Promise<Response>>> = {
    "a query": ask,
    "a smart query": (signal) =>
      post("/api/query/smart", { query: QUESTION, mode: "vector", search: true }, signal),
    "MCP's query_spaces": (signal) => callTool("query_spaces", { spaceIds: spaceId, mode: "vector" }, signal),
    "MCP's smart_query": (signal) => callTool("smart_query", { mode: "vector" }, signal),
    "OpenAI's search of a vector store": (signal) =>
      post(`/openai/v1/vector_stores/${spaceId}/search`, { query: ["Where?", "When?"] }, signal),
    "Dify's retrieval": (signal) =>
      post("/dify/retrieval", { knowledge_id: spaceId, query: "Where?", retrieval_setting: {} }, signal),
  };

  /** Searches with the tables that each of their steps reads; the steps before it are answered. */
  const WORD_SEARCHES: Readonly<Record<string, readonly [fields: object, tables: string]>> = {
    words: [{}, WORDS],
    "words with a filter": [{ metadata: { kind: "bird" } }, WORDS],
    "words of named documents": [{ documentIds: ["doc_1"] }, WORDS],
    "the passages that words find": [{}, "chunks"],
    "the neighbors of passages": [{ neighbors: 1 }, "chunks"],
    "vectors of the passages that words find": [{ mode: "hybrid" }, "embeddings, chunk_vectors"],
  };

  /** The service's statements that wait, without background merges: they hold an advisory lock and belong to no caller. */
  async function waiting(): Promise<string[]> {
    const rows = await sql<{ query: string }[]>`
      select query from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()
        and not exists (select from pg_locks where locktype = 'advisory' and granted and pg_locks.pid = pg_stat_activity.pid)`;
    return rows.map(({ query }) => query.replace(/\s+/g, " ").trim());
  }

  /** Waits for searches to wait, and returns their texts. A text that waits once may belong to work in the background. */
  const searchesWaiting = () =>
    until("searches to wait", async () => {
      const texts = await waiting();
      const repeated = texts.filter((text) => texts.indexOf(text) !== texts.lastIndexOf(text));
      return repeated.length > 5 ? new Set(repeated) : undefined;
    });

  /** @param searches Texts of statements. Default: all. */
  async function untilNoneWaits(searches?: ReadonlySet<string>): Promise<void> {
    const end = performance.now() + SOON_MS;
    const left = async () => (await waiting()).filter((text) => searches?.has(text) ?? true);
    while (performance.now() < end && (await left()).length > 0) await Bun.sleep(20);
    expect(await left()).toEqual([]);
  }

  /** Runs a task while no search can read the tables. */
  const whileBlocked = <Result>(tables: string, task: () => Promise<Result>): Promise<Result> =>
    sql.begin(async (tx) => {
      await tx.unsafe(`lock table ${tables} in access exclusive mode`);
      return task();
    }) as Promise<Result>;

  async function expectEnded(tables: string, search: (signal: AbortSignal) => Promise<Response>) {
    await whileBlocked(tables, async () => {
      const leaving = new AbortController();
      const asked = Array.from({ length: CALLERS }, () => search(leaving.signal).catch(() => "left"));
      const searches = await searchesWaiting();
      leaving.abort();
      expect(await Promise.all(asked)).toEqual(Array(CALLERS).fill("left"));
      await untilNoneWaits(searches);
      expect((await call("GET", "/spaces")).status).toBe(200);
    });
    expect((await ask()).status).toBe(200);
    // The store does not count as away.
    expect(server.output()).not.toContain("away");
  }

  test.each(Object.entries(SEARCHES))(
    "by %s ends in the database when its callers leave",
    (_, search) => expectEnded("chunk_vectors", search),
    60_000,
  );

  test.each(Object.entries(WORD_SEARCHES))(
    "of %s ends in the database when its callers leave",
    (_, [fields, tables]) => expectEnded(tables, (signal) => askWords(fields, signal)),
    60_000,
  );

  test(
    "for the spaces of a smart query ends in the database when its callers leave",
    () => expectEnded(WORDS, (signal) => post("/api/query/smart", { query: "heron" }, signal)),
    60_000,
  );

  test("of words ends in the database when the time of the question is over", async () => {
    const env = {
      ...surroundings.env,
      QUARRY_ROOT_KEY: server.rootKey,
      QUARRY_QUESTION_TIMEOUT_MS: "1000",
    };
    await using closing = new AsyncDisposableStack();
    const hasty = closing.adopt(await startServer({ env }), ({ stop }) => stop());
    for (const [fields, tables] of Object.values(WORD_SEARCHES))
      await whileBlocked(tables, async () => {
        const answers = Array.from({ length: CALLERS }, () => askWords(fields, undefined, hasty));
        for (const answer of await Promise.all(answers)) {
          expect(answer.status).toBe(503);
          expect(await answer.text()).toContain("within 1000 ms");
        }
        await untilNoneWaits();
      });
    expect((await askWords({}, undefined, hasty)).status).toBe(200);
  }, 60_000);

  test("leaves /ready as it is, also when slow statements hold all connections", async () => {
    const answers = await sql.begin(async (tx) => {
      await tx`lock table spaces in access exclusive mode`;
      const asked = Array.from({ length: CALLERS }, () => call("GET", "/spaces"));
      const durations: number[] = [];
      for (const end = performance.now() + FULL_MS; performance.now() < end; await Bun.sleep(200)) {
        const begin = performance.now();
        expectStatus(await call("GET", "/ready"), 200);
        durations.push(performance.now() - begin);
      }
      expect((await call("GET", "/ready")).json).toEqual({ status: "ok" });
      // A busy machine may delay one answer, not most of them.
      expect(durations.sort((a, b) => a - b)[durations.length >> 1]).toBeLessThan(100);
      return asked;
    });
    const replies = await Promise.all(answers);
    expect(replies.map(({ status }) => status)).toEqual(Array(CALLERS).fill(200));
  }, 60_000);

  test("ends in the database when its time is over", async () => {
    await whileBlocked("chunk_vectors", async () => {
      const answer = ask();
      const isSearch = (text: string) => text.includes("<=>");
      const search = await until("a search to wait", async () => (await waiting()).find(isSearch));
      expect((await answer).status).toBe(503);
      await untilNoneWaits(new Set([search]));
    });
    await until("the store to be back", async () => (await ask()).ok || undefined, LIMIT_MS);
    expect(server.output()).toContain("away");
  }, 60_000);
});
