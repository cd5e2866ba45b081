import { afterEach, describe, expect, test } from "bun:test";
import { QuarryError, type VectorQuery } from "@quarry/core";
import { createChromaVectorStore } from "./chroma-store.ts";

const QUESTION: VectorQuery = {
  scope: { orgId: "org_a", spaceIds: ["spc_a"] },
  model: "m",
  vector: new Float32Array([1, 2]),
  topK: 3,
};

const servers: { stop(force: boolean): unknown }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.stop(true);
});

/** Starts a server with the given responses that counts requests. */
function serve(answer: (path: string) => Response | Promise<Response>) {
  let asked = 0;
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      asked += 1;
      return answer(new URL(request.url).pathname);
    },
  });
  servers.push(server);
  return { url: `http://127.0.0.1:${server.port}`, asked: () => asked };
}

async function fault(work: Promise<unknown>): Promise<QuarryError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!QuarryError.isInstance(error)) throw new Error(`not an error of ours: ${error}`);
  return error;
}

describe("when the server is unavailable", () => {
  test("every method throws unavailable, with a retry hint and without secrets", async () => {
    const url = "http://someone:hunter2@127.0.0.1:9";
    const store = createChromaVectorStore({ url });
    const record = { ...QUESTION, id: "c", orgId: "org_a", spaceId: "s", documentId: "d", generation: 1 };
    for (const call of [
      () => store.query(QUESTION),
      () => store.upsert([{ ...record, metadata: {} }]),
      () => store.delete({ orgId: "org_a", documentId: "d" }),
      () => store.delete({ orgId: "org_a" }),
      () => store.count(QUESTION.scope),
      () => store.scan("org_a")[Symbol.asyncIterator]().next(),
      () => store.ready(),
    ]) {
      const { code, message, retryAfterMs } = await fault(call());
      expect(code).toBe("unavailable");
      expect(message).toContain("CHROMA_URL");
      expect(message).not.toMatch(/hunter2|someone|127/);
      expect(retryAfterMs).toBe(5000);
    }
    await store.close();
  });

  test("a response of 500, 503, 429 or of another server counts as unavailable", async () => {
    for (const response of [
      () => new Response("{}", { status: 500 }),
      () => new Response("busy", { status: 503 }),
      () => new Response("{}", { status: 429 }),
      () => new Response("<html>hello</html>"),
    ]) {
      const store = createChromaVectorStore({ url: serve(response).url });
      expect((await fault(store.query(QUESTION))).code).toBe("unavailable");
    }
  });

  test("the message names rejected credentials", async () => {
    const { url } = serve(() => new Response("{}", { status: 401 }));
    const { code, message } = await fault(createChromaVectorStore({ url }).ready());
    expect(code).toBe("unavailable");
    expect(message).toContain("credentials");
  });

  test("a hanging server delays only the first search", async () => {
    const { url, asked } = serve(() => new Promise<Response>(() => undefined));
    const store = createChromaVectorStore({ url, timeoutMs: 100 });
    expect((await fault(store.query(QUESTION))).code).toBe("unavailable");
    const begin = performance.now();
    for (let round = 0; round < 50; round += 1) await fault(store.query(QUESTION));
    // Fifty timeouts would take 5 s.
    expect(performance.now() - begin).toBeLessThan(1000);
    expect(asked()).toBe(1);
    await store.close();
  });

  test("a successful ready() ends the pause", async () => {
    let isHanging = true;
    const { url } = serve((path) => {
      if (isHanging) return new Promise<Response>(() => undefined);
      return path.endsWith("heartbeat")
        ? Response.json({ "nanosecond heartbeat": 1 })
        : Response.json({ error: "NotFoundError", message: "none" }, { status: 404 });
    });
    const store = createChromaVectorStore({ url, timeoutMs: 100 });
    await fault(store.query(QUESTION));
    await fault(store.ready());
    isHanging = false;
    await store.ready();
    expect(await store.query(QUESTION)).toEqual([]);
    await store.close();
  });
});

describe("the URL", () => {
  test("must be valid, and does not appear in the message", () => {
    for (const url of ["", "localhost:8000", "ftp://x", "http://u:hunter2@x/path", "http://x/?a=hunter2"]) {
      const create = () => createChromaVectorStore({ url });
      expect(create).toThrow(/CHROMA_URL must be/);
      expect(create).not.toThrow(/hunter2/);
    }
  });

  test("may contain a user and a password, which are sent", async () => {
    let sent: string | null = null;
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch({ headers }) {
        sent = headers.get("authorization");
        return Response.json({ "nanosecond heartbeat": 1 });
      },
    });
    servers.push(server);
    await createChromaVectorStore({ url: `http://me:p%40ss@127.0.0.1:${server.port}` }).ready();
    expect(sent as string | null).toBe(`Basic ${Buffer.from("me:p@ss").toString("base64")}`);
  });
});
