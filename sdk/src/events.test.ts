import { expect, test } from "bun:test";
import type { QuarryEvent, ResetEvent } from "@quarry/schema";
import { AuthenticationError, ConnectionError } from "./errors.ts";
import { type Answerer, fakeServer, refusal } from "./fake-server.ts";

const block = (id: number, type = "space.created") =>
  `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify({ id: String(id), type })}\n\n`;

/** An answer in these pieces, which then ends. */
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

test("reads events wherever the pieces are cut", async () => {
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

test("comes again where it left off, also when it knows its place by no event", async () => {
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

test("throws when it is refused, at once or later, and when there never was a server", async () => {
  const refused = [stream(block(1)), refusal(401)];
  const later = await follow((_, index) => refused[index] ?? refusal(500), 2).catch(
    (error: unknown) => error,
  );
  expect(AuthenticationError.isInstance(later)).toBe(true);
  const never = await follow(() => {
    throw new Error("nobody there");
  }, 1).catch((error: unknown) => error);
  expect(ConnectionError.isInstance(never)).toBe(true);
});

test("ends when it is aborted, in whatever it waits for", async () => {
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
