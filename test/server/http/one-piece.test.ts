import { afterAll, beforeAll, expect, test } from "bun:test";
import { createApp } from "../../../server/src/compose/app.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";

// How many pieces the runtime sends cannot be seen from outside, because the system joins them when it is busy. So these tests ask
// for an answer that waits for the database: without a length, it left in one piece, with one in some fifty.

let app: InProcessApp;
let spaceId: string;
let port = 0;
let stop = async (): Promise<unknown> => undefined;

beforeAll(async () => {
  app = await startApp();
  spaceId = (await app.quarry.spaces.create({ name: "Pieces" })).space.id;
  await app.quarry.documents.upsert({ spaceId, filename: "a.md", content: "The heron waits in the reeds." });
  const { server } = createApp(app.deps).listen({ hostname: "127.0.0.1", port: 0 });
  port = server?.port ?? 0;
  stop = async () => server?.stop(true);
}, 120_000);
afterAll(async () => {
  await stop();
  await app.stop();
}, 60_000);

function send(method: string, path: string, body?: object, further: object = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${app.rootKey}`, "content-type": "application/json", ...further };
  const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
  return fetch(`http://127.0.0.1:${port}${path}`, init);
}

interface Call {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly status: number;
  body?(): object;
}

const question = () => ({ query: "heron", spaceIds: spaceId });

const OF_THE_DATABASE: Readonly<Record<string, Call>> = {
  "an object": { method: "GET", path: "/api/spaces", status: 200 },
  "a created object": { method: "POST", path: "/api/api-keys", status: 201, body: () => ({ name: "Key" }) },
  "an answer of another API's form": { method: "GET", path: "/openai/v1/vector_stores", status: 200 },
};
for (const [name, { method, path, status, body }] of Object.entries(OF_THE_DATABASE))
  test(`${name} is sent in one piece`, async () => {
    const answer = await send(method, path, body?.());
    expect(answer.headers.get("transfer-encoding")).toBe("chunked");
    expect(answer.status).toBe(status);
    expect(await answer.json()).toBeObject();
  });

const REPEATABLE: Readonly<Record<string, Call>> = {
  "an answer to a question": { method: "POST", path: "/api/query", status: 200, body: question },
  "answers to several questions": {
    ...{ method: "POST", path: "/api/query/batch", status: 200 },
    body: () => ({ queries: [question(), question()] }),
  },
  "a recommendation": {
    method: "POST",
    path: "/api/query/smart",
    status: 200,
    body: () => ({ query: "heron" }),
  },
  "an unknown space": { method: "GET", path: "/api/spaces/spc_unknown", status: 404 },
  "an unknown route": { method: "GET", path: "/api/unknown", status: 404 },
  "a question without a body": { method: "POST", path: "/api/query", status: 400 },
};
for (const [name, { method, path, status, body }] of Object.entries(REPEATABLE))
  test(`${name} has its status, headers and body`, async () => {
    const answer = await send(method, path, body?.());
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(answer.headers.get("x-request-id")).toStartWith("req_");
    const { requestId: _, ...json } = (await app.call(method, path, { body: body?.() })).json;
    expect(await answer.json()).toMatchObject(json);
  });

test("answers of many callers at once are each their own", async () => {
  const names = Array.from({ length: 24 }, (_, at) => `bird${at}`);
  for (const name of names)
    await app.quarry.documents.upsert({
      spaceId,
      filename: `${name}.md`,
      content: `${name} waits. `.repeat(40),
    });
  const ask = async (name: string, over: (body: object) => Promise<Response>) => {
    const body = { query: name, spaceIds: spaceId, mode: "lexical", topK: 1 };
    const { results } = (await (await over(body)).json()) as {
      results: { document: { filename: string } }[];
    };
    return results[0]?.document.filename;
  };
  const overNetwork = (body: object) => send("POST", "/api/query", body);
  const inProcess = (body: object) => {
    const headers = { authorization: `Bearer ${app.rootKey}`, "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    return app.app.handle(new Request("http://localhost/api/query", init));
  };
  for (const over of [overNetwork, inProcess])
    expect(await Promise.all(names.map((name) => ask(name, over)))).toEqual(
      names.map((name) => `${name}.md`),
    );
});

test("an answer that is kept for repetitions is sent in one piece", async () => {
  const answer = await send("POST", "/api/spaces", { name: "Once" }, { "idempotency-key": "one" });
  expect(answer.headers.get("transfer-encoding")).toBe("chunked");
  expect(answer.status).toBe(201);
  await answer.text();
});

test("HEAD has the headers of GET and no body", async () => {
  const answer = await send("HEAD", "/api/spaces");
  expect({ status: answer.status, text: await answer.text() }).toEqual({ status: 200, text: "" });
  expect(answer.headers.get("content-type")).toBe("application/json");
});

test("an answer longer than the runtime's buffers arrives whole, also to a slow reader", async () => {
  const content = Array.from({ length: 60_000 }, (_, at) => `heron ${at} reeds`).join("\n");
  await app.quarry.documents.upsert({ spaceId, filename: "long.md", content });
  const body = { ...question(), topK: 100, neighbors: 2 };
  const whole = await app.call("POST", "/api/query", { body });
  const answer = await send("POST", "/api/query", body);
  await Bun.sleep(200);
  const { results } = (await answer.json()) as { results: unknown[] };
  expect(JSON.stringify(results).length).toBeGreaterThan(65_536);
  expect(results).toEqual((whole.json as { results: unknown[] }).results);
});
