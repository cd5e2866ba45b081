import { expect, test } from "bun:test";
import { rejection } from "../../../test/support/failure.ts";
import { ConnectionError } from "../errors/errors.ts";
import { fakeServer } from "../fake-server.ts";

const name = { spaceId: "s", id: "d" };
const textOf = (body: ReadableStream<Uint8Array>) => new Response(body).text();

test("streams the bytes and requests byte ranges", async () => {
  const headers = { "content-type": "text/markdown", "content-length": "4" };
  const { quarry, seen } = fakeServer(() => new Response("text", { headers }));
  const { body, ...properties } = await quarry.documents.file({ ...name, range: { start: 10, end: 14 } });
  expect(properties).toEqual({ mimeType: "text/markdown", sizeBytes: 4 });
  expect(await textOf(body)).toBe("text");
  await quarry.documents.file({ ...name, range: { start: 5 } });
  await quarry.documents.file(name);
  const ranges = seen.map(({ headers }) => headers.get("range"));
  expect(ranges).toEqual(["bytes=10-13", "bytes=5-", null]);
});

test("fails if the response is incomplete", async () => {
  const { quarry } = fakeServer(() => new Response("text", { headers: { "content-length": "5" } }));
  const { body } = await quarry.documents.file(name);
  const problem = await rejection(textOf(body));
  expect(ConnectionError.isInstance(problem)).toBe(true);
});

test("ends if the caller aborts during the download", async () => {
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
  expect(await rejection(reading())).toBe(reason);
});
