import { expect, test } from "bun:test";
import type { QuarryEvent, ResetEvent } from "@quarry/schema";
import { rejection } from "../../../test/support/failure.ts";
import { AuthenticationError, ConnectionError } from "../errors/errors.ts";
import { type Answerer, fakeServer, refusal } from "../fake-server.ts";

const block = (id: number, type = "space.created") =>
  `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify({ id: String(id), type })}\n\n`;

/** A response that sends these pieces and then ends. */
function stream(...pieces: string[]): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(encoder.encode(piece));
      controller.close();
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

async function follow(answer: Answerer, count: number, lastEventId?: string) {
  const { quarry, seen } = fakeServer(answer, { maxRetries: 0 });
  const events: (QuarryEvent | ResetEvent)[] = [];
  const options = { spaceId: ["a", "b"], types: ["space.created", "space.updated"], lastEventId } as const;
  for await (const event of quarry.events.stream(options)) if (events.push(event) === count) break;
  return { ids: events.map(({ id }) => id), seen };
}

test("reads events no matter how the stream is split", async () => {
  const text = `retry: 2000\n\nid: 3\n\n: still here\n\n${block(4)}${block(5).replaceAll("\n", "\r\n")}${block(6)}`;
  for (const size of [1, 7, 1000]) {
    const pieces = text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
    const { ids, seen } = await follow(() => stream(...pieces), 3);
    expect(ids).toEqual(["4", "5", "6"]);
    expect(seen[0]?.url.search).toBe("?spaceId=a%2Cb&types=space.created%2Cspace.updated");
    expect(seen[0]?.headers.get("last-event-id")).toBeNull();
    expect(seen[0]?.headers.get("accept")).toBe("text/event-stream");
  }
});

test("reconnects where it stopped, also at an id without an event", async () => {
  const answers = [
    stream(block(4), block(5), "id: 6\nevent: spa"),
    refusal(503, { "retry-after-ms": "1" }),
    stream("id: 9\n\n"),
    stream(block(10)),
  ];
  const { ids, seen } = await follow((_, index) => answers[index] ?? refusal(500), 3, "2");
  expect(ids).toEqual(["4", "5", "10"]);
  expect(seen.map(({ headers }) => headers.get("last-event-id"))).toEqual(["2", "5", "5", "9"]);
});

test("throws if the server rejects the call, first or later, and if it cannot connect at all", async () => {
  const refused = [stream(block(1)), refusal(401)];
  const later = await rejection(follow((_, index) => refused[index] ?? refusal(500), 2));
  expect(AuthenticationError.isInstance(later)).toBe(true);
  const unreachable = () => {
    throw new Error("connection refused");
  };
  const never = await rejection(follow(unreachable, 1));
  expect(ConnectionError.isInstance(never)).toBe(true);
});

test("ends if it is aborted, while connected and between connections", async () => {
  const hanging = () =>
    new Response(
      new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new TextEncoder().encode(block(1))),
      }),
    );
  for (const answer of [hanging, () => stream(block(1))]) {
    const { quarry } = fakeServer(answer, { maxRetries: 0 });
    const stop = new AbortController();
    for await (const _ of quarry.events.stream({}, { signal: stop.signal }))
      setTimeout(() => stop.abort(), 1);
    expect(stop.signal.aborted).toBe(true);
  }
});
