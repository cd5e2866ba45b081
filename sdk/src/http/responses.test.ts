import { expect, test } from "bun:test";
import { rejection } from "../../../test/support/failure.ts";
import { fakeServer, json, refusal } from "../fake-server.ts";

const space = { space: { id: "spc_1" } };
const answer = () => json(space, 200, { "x-request-id": "req_7" });

test("a call gives its data together with the response", async () => {
  const { quarry, seen } = fakeServer(answer);
  const { data, response, requestId } = await quarry.spaces.get("spc_1").withResponse();
  expect([data as unknown, response.status, requestId]).toEqual([space, 200, "req_7"]);
  expect(seen).toHaveLength(1);
});

test("a call gives its response with the body unread, after retries", async () => {
  const { quarry, seen } = fakeServer((_, index) => (index === 0 ? refusal(503) : new Response("no JSON")));
  const response = await quarry.spaces.get("spc_1").asResponse();
  expect([response.status, await response.text(), seen.length]).toEqual([200, "no JSON", 2]);
});

test("lists and uploads give their responses, too", async () => {
  const pagination = { page: 1, pageSize: 1, total: 2, totalPages: 2 };
  const { quarry } = fakeServer(({ method }) =>
    method === "GET" ? json({ data: [{ id: "a" }], pagination }) : json({ id: "doc_1" }, 202),
  );
  const list = await quarry.spaces.list().withResponse();
  expect([list.response.status, list.data.hasNextPage()]).toEqual([200, true]);
  const file = new Blob(["text"]);
  const upload = await quarry.documents.upload({ spaceId: "s", filename: "a.txt", file }).withResponse();
  expect([upload.response.status, typeof upload.data.waitUntilReady]).toEqual([202, "function"]);
});

test("errors reject, however the call is awaited", async () => {
  const { quarry } = fakeServer(() => refusal(404));
  const error = expect.objectContaining({ name: "NotFoundError" });
  expect(await rejection(quarry.spaces.get("s").withResponse())).toEqual(error);
  expect(await rejection(quarry.spaces.get("s").asResponse())).toEqual(error);
  expect(await rejection(quarry.spaces.list().withResponse())).toEqual(error);
});

test("a call is sent without being awaited, and asResponse then comes too late", async () => {
  const { quarry, seen } = fakeServer(answer);
  const call = quarry.spaces.get("spc_1");
  await Bun.sleep(5);
  expect(seen).toHaveLength(1);
  expect(String(await rejection(call.asResponse()))).toContain("Call asResponse() directly on the call");
  expect(await call).toEqual(space as never);
});

test("a 200 that is not JSON is called so and not retried, also when it claims to be JSON", async () => {
  for (const type of ["text/html", "application/json"]) {
    const page = () => new Response("<html>{}</html>{bad}", { headers: { "content-type": type } });
    const { quarry, seen } = fakeServer(page);
    const error = await rejection(quarry.spaces.get("s"));
    expect(error).toMatchObject({ code: "unexpected_response", status: 200 });
    expect(String(error)).toContain("is not JSON");
    expect(seen).toHaveLength(1);
  }
});
