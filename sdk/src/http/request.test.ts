import { expect, test } from "bun:test";
import { fakeServer, json } from "../fake-server.ts";

test("a call without a method is sent with the client's credentials", async () => {
  const { quarry, seen } = fakeServer(() => json({ new: true }));
  const query = { filter: { a: 1 }, page: undefined, pageSize: 5 };
  const data = await quarry.request<{ new: boolean }>({ path: "/api/later", query });
  await quarry.request({ method: "POST", path: "/api/later", body: { a: 1, b: undefined } });
  expect(data.new).toBe(true);
  expect(seen[0]?.url.href).toBe("http://quarry.test/api/later?filter=%7B%22a%22%3A1%7D&pageSize=5");
  expect(seen[1]?.body).toEqual({ a: 1 });
  const [get, post] = seen.map(({ headers }) => headers);
  expect(get?.get("authorization")).toBe("Bearer qry_test");
  expect([get?.has("idempotency-key"), post?.has("idempotency-key")]).toEqual([false, true]);
});

test("a path cannot lead to another host", () => {
  const { quarry } = fakeServer(() => json({}));
  for (const path of ["api/later", "@evil.test/", ".evil.test/", "//evil.test/", ":80/", ""])
    expect(() => quarry.request({ path })).toThrow("path must start with one slash");
});

test("withOptions keeps the other options", async () => {
  const { quarry, seen } = fakeServer(() => json({ status: "ok" }), { headers: { "x-team": "a" } });
  await quarry.withOptions({ apiKey: "qry_other" }).health();
  await quarry.health();
  expect(seen.map(({ headers }) => [headers.get("authorization"), headers.get("x-team")])).toEqual([
    ["Bearer qry_other", "a"],
    ["Bearer qry_test", "a"],
  ]);
});

test("an explicit undefined is as if the field was missing", async () => {
  const pagination = { page: 1, pageSize: 10, total: 0, totalPages: 0 };
  const { quarry, seen } = fakeServer(() => json({ data: [], pagination }));
  const headers = { "x-a": undefined };
  await quarry.spaces.list({ metadata: undefined, pageSize: 5 }, { headers, timeoutMs: undefined });
  expect(seen[0]?.headers.has("x-a")).toBe(false);
  expect(seen[0]?.url.search).toBe("?pageSize=5");
});
