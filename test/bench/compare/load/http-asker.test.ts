import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHttpAsker, createRooms } from "./http-asker.ts";
import type { HttpTarget } from "./job.ts";
import { runJob } from "./run-job.ts";

const PIECES = 40;
let folder = "";
let files = 0;
let received: string[] = [];

const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    const body = await request.text();
    received.push(body);
    const { pathname } = new URL(request.url);
    if (pathname === "/broken") return new Response("no", { status: 500 });
    if (pathname === "/whole") return Response.json({ found: "x".repeat(200_000), body });
    return new Response(
      new ReadableStream({
        async pull(controller) {
          for (let piece = 0; piece < PIECES; piece += 1) {
            controller.enqueue(`${piece} `.repeat(100));
            await Bun.sleep(0);
          }
          controller.enqueue("found");
          controller.close();
        },
      }),
    );
  },
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "quarry-asker-"));
});
afterAll(async () => {
  await server.stop(true);
  await rm(folder, { recursive: true, force: true });
});

async function targetOf(path: string, bodies: readonly string[]): Promise<HttpTarget> {
  files += 1;
  const file = join(folder, `${files}.jsonl`);
  await Bun.write(file, bodies.map((body) => `${body}\n`).join(""));
  received = [];
  return {
    ...{ kind: "http", origin: `http://127.0.0.1:${server.port}`, method: "POST", path },
    ...{ headers: {}, bodies: file, expected: "found" },
  };
}

async function run(target: HttpTarget, requests: number, connections: number) {
  const asker = await createHttpAsker(target, connections);
  const outcome = await runJob({ target, connections, from: 0, until: { requests } }, asker);
  await asker.close();
  return outcome;
}

describe("the load generator", () => {
  test("sends each line of the file in turn, and starts again", async () => {
    const outcome = await run(await targetOf("/whole", ['{"a":1}', '{"a":"ü"}', "[]"]), 7, 1);
    expect(outcome).toMatchObject({ requests: 7, failures: 0 });
    expect(received).toEqual(['{"a":1}', '{"a":"ü"}', "[]", '{"a":1}', '{"a":"ü"}', "[]", '{"a":1}']);
  });

  test("opens another connection when the server has closed an idle one", async () => {
    const open: Bun.Socket[] = [];
    const closing = Bun.listen({
      ...{ hostname: "127.0.0.1", port: 0 },
      socket: {
        open: (socket) => void open.push(socket),
        data: (socket) => void socket.write("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nfound"),
      },
    });
    const target = { ...(await targetOf("/", ["{}"])), origin: `http://127.0.0.1:${closing.port}` };
    const asker = await createHttpAsker(target, 2);
    await asker.ask(0);
    for (const socket of open.splice(0)) socket.end();
    await Bun.sleep(100);
    const answered = Promise.all([asker.ask(1), asker.ask(2)]).then(() => "answered");
    expect(await Promise.race([answered, Bun.sleep(3000).then(() => "hangs")])).toBe("answered");
    await asker.close();
    closing.stop(true);
  });

  test("sends bodies that are larger than a socket's buffer, over several connections", async () => {
    const large = JSON.stringify("y".repeat(5_000_000));
    const outcome = await run(await targetOf("/whole", [large]), 12, 4);
    expect(outcome).toMatchObject({ requests: 12, failures: 0 });
    expect(received.every((body) => body === large)).toBe(true);
  });

  test("reads streamed answers to their end", async () => {
    const outcome = await run(await targetOf("/streamed", ["{}"]), 40, 2);
    expect(outcome).toMatchObject({ requests: 40, failures: 0 });
  });

  test("counts refused requests as failures, with the reason", async () => {
    const { requests, failures, problem } = await run(await targetOf("/broken", ["{}"]), 3, 1);
    expect([requests, failures]).toEqual([0, 3]);
    expect(problem).toStartWith("/broken answered 500.");
  });

  test("counts answers without the expected text as failures", async () => {
    const target = { ...(await targetOf("/whole", ["{}"])), expected: "absent" };
    expect(await run(target, 1, 1)).toMatchObject({ requests: 0, failures: 1 });
  });

  test("sends an open loop's requests at its rate, regardless of the answers", async () => {
    const target = await targetOf("/whole", ["{}"]);
    const asker = await createHttpAsker(target, 8);
    const job = { target, connections: 8, from: 0, rate: 100, until: { requests: 50 } };
    const { requests, seconds } = await runJob(job, asker);
    await asker.close();
    expect(requests).toBeGreaterThanOrEqual(50);
    // Random moments: half a second on average.
    expect(seconds).toBeGreaterThan(0.2);
  });
});

test("rooms are the means of the headers that have them", () => {
  const rooms = createRooms();
  rooms.add('HTTP/1.1 200 OK\r\nServer-Timing: key;dur=0.1, words;desc="a b";dur=2\r\nx: y');
  rooms.add("HTTP/1.1 200 OK\r\nserver-timing: key;dur=0.3, words;dur=4");
  rooms.add("HTTP/1.1 200 OK\r\nx: y");
  expect(rooms.means()).toEqual({ key: 0.2, words: 3 });
});
