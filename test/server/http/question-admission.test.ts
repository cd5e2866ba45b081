import { afterAll, beforeAll, expect, test } from "bun:test";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";

/** More than start in one turn of the event loop. */
const QUESTIONS = 60;

let app: InProcessApp;
let body: string;

beforeAll(async () => {
  app = await startApp();
  const { space } = await app.quarry.spaces.create({ name: "Herons" });
  await app.quarry.documents.upsert({
    spaceId: space.id,
    filename: "a.md",
    content: "The heron is grey.",
  });
  body = JSON.stringify({ query: "heron", spaceIds: space.id });
}, 120_000);
afterAll(() => app.stop());

function ask({ sent = body, signal }: { sent?: string; signal?: AbortSignal } = {}): Promise<Response> {
  return app.app.handle(
    new Request("http://localhost/api/query", {
      ...{ method: "POST", body: sent, ...(signal && { signal }) },
      headers: { authorization: `Bearer ${app.rootKey}`, "content-type": "application/json" },
    }),
  );
}

async function statusesOf(replies: readonly Promise<Response>[]): Promise<number[]> {
  return (await Promise.all(replies)).map(({ status }) => status);
}

test("a question that waits for its turn is dropped when its caller has left", async () => {
  const caller = new AbortController();
  const replies = Array.from({ length: QUESTIONS }, () => ask());
  const left = ask({ signal: caller.signal });
  caller.abort();
  const statuses = await statusesOf([...replies, left, ask()]);
  expect(statuses).toEqual([...Array<number>(QUESTIONS).fill(200), 400, 200]);
});

test("of too many questions at once some get 503, and then the door refuses before it reads a body", async () => {
  const statuses = await statusesOf(Array.from({ length: 300 }, () => ask()));
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
  const broken = await statusesOf(Array.from({ length: 50 }, () => ask({ sent: "{" })));
  // The door lets some in, which get 400.
  expect(broken).toContain(503);
});
