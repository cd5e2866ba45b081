import { expect, test } from "bun:test";
import { rejection } from "../../../test/support/failure.ts";
import { fakeServer, json, refusal } from "../fake-server.ts";

/** A server with `total` spaces whose ids are 0, 1, 2, …. */
function listOf(total: number) {
  return fakeServer(({ url }) => {
    const page = Number(url.searchParams.get("page") ?? 1);
    const pageSize = Number(url.searchParams.get("pageSize") ?? 10);
    const ids = Array.from({ length: total }, (_, index) => index).slice(
      (page - 1) * pageSize,
      page * pageSize,
    );
    const pagination = { page, pageSize, total, totalPages: Math.ceil(total / pageSize) };
    return json({ data: ids.map((id) => ({ id })), pagination });
  });
}

async function idsOf(items: AsyncIterable<{ id: unknown }>): Promise<unknown[]> {
  const ids: unknown[] = [];
  for await (const { id } of items) ids.push(id);
  return ids;
}

test("resolves with one page, which is the plain response body", async () => {
  const { quarry, seen } = listOf(5);
  const page = await quarry.spaces.list({ pageSize: 2, metadata: { team: "a b" }, status: "all" });
  expect(page.data).toHaveLength(2);
  expect(JSON.parse(JSON.stringify(page))).toEqual({
    data: [{ id: 0 }, { id: 1 }],
    pagination: { page: 1, pageSize: 2, total: 5, totalPages: 3 },
  });
  expect(seen).toHaveLength(1);
  expect(Object.fromEntries(seen[0]?.url.searchParams ?? [])).toEqual({
    pageSize: "2",
    metadata: '{"team":"a b"}',
    status: "all",
  });
});

test("iterates all items, from the list or from a page", async () => {
  const { quarry, seen } = listOf(5);
  expect(await idsOf(quarry.spaces.list({ pageSize: 2 }))).toEqual([0, 1, 2, 3, 4]);
  expect(seen).toHaveLength(3);
  expect(await idsOf(quarry.documents.list({ spaceId: "s", pageSize: 2, page: 2 }))).toEqual([2, 3, 4]);
  expect(seen.at(-1)?.url.href).toBe("http://quarry.test/api/spaces/s/documents?pageSize=2&page=3");
  const page = await quarry.apiKeys.list({ pageSize: 3 });
  expect(await idsOf(page)).toEqual([0, 1, 2, 3, 4]);
  const last = await page.nextPage();
  expect(last?.data).toHaveLength(2);
  expect(await last?.nextPage()).toBeNull();
});

test("iterates pages, from the list or from a page, and says whether there are more", async () => {
  const { quarry, seen } = listOf(5);
  const shown: unknown[] = [];
  for await (const page of quarry.spaces.list({ pageSize: 2 }).iterPages())
    shown.push([page.data.length, page.hasNextPage()]);
  expect(shown).toEqual([
    [2, true],
    [2, true],
    [1, false],
  ]);
  expect(seen).toHaveLength(3);
  const second = await quarry.spaces.list({ pageSize: 2, page: 2 });
  for await (const { data } of second.iterPages()) shown.push(data.length);
  expect(shown.slice(3)).toEqual([2, 1]);
});

test("loads no more pages than the iteration needs", async () => {
  const { quarry, seen } = listOf(50);
  for await (const { id } of quarry.spaces.list({ pageSize: 2 })) if (String(id) === "2") break;
  expect(seen).toHaveLength(2);
  expect(await idsOf(listOf(0).quarry.spaces.list())).toEqual([]);
});

test("rejects, awaited or iterated, if a page cannot be loaded", async () => {
  const { quarry } = fakeServer(() => refusal(403));
  expect(await rejection(quarry.spaces.list())).toHaveProperty("message", "No.");
  expect(await rejection(idsOf(quarry.spaces.list()))).toHaveProperty("message", "No.");
});
