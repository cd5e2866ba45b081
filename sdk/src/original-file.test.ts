import { expect, test } from "bun:test";
import { ConnectionError } from "./errors.ts";
import { fakeServer } from "./fake-server.ts";

const name = { spaceId: "s", id: "d" };
const textOf = (body: ReadableStream<Uint8Array>) => new Response(body).text();

test("gives the bytes as they come, and asks for a part of them", async () => {
  const headers = { "content-type": "text/markdown", "content-length": "4" };
  const { quarry, seen } = fakeServer(() => new Response("text", { headers }));
  const { body, ...told } = await quarry.documents.file({ ...name, range: { start: 10, end: 14 } });
  expect(told).toEqual({ mimeType: "text/markdown", sizeBytes: 4 });
  expect(await textOf(body)).toBe("text");
  await quarry.documents.file({ ...name, range: { start: 5 } });
  await quarry.documents.file(name);
  const ranges = seen.map(({ headers }) => headers.get("range"));
  expect(ranges).toEqual(["bytes=10-13", "bytes=5-", null]);
});

test("fails when it breaks off", async () => {
  const { quarry } = fakeServer(() => new Response("text", { headers: { "content-length": "5" } }));
  const { body } = await quarry.documents.file(name);
  const problem = await textOf(body).catch((error: unknown) => error);
  expect(ConnectionError.isInstance(problem)).toBe(true);
});

test("ends when the caller aborts, also while the bytes are coming", async () => {
  const endless = () => new Response(new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(1)) }));
  const { quarry } = fakeServer(endless);
  const controller = new AbortController();
  const { body } = await quarry.documents.file(name, { signal: controller.signal });
  const reader = body.getReader();
  await reader.read();
  const reason = new Error("enough");
  controller.abort(reason);
  const reading = async () => {
    for (;;) await reader.read();
  };
  await expect(reading()).rejects.toBe(reason);
});
