import { expect, test } from "bun:test";
import { rejection } from "../../../test/support/failure.ts";
import { Quarry } from "../client.ts";
import { QuarryError } from "../errors/errors.ts";
import { json } from "../fake-server.ts";
import { validatingFetch } from "./validate.ts";

const space = {
  ...{ id: "spc_1", orgId: "org_1", name: "A", slug: "a", icon: "folder", description: "A" },
  ...{ isArchived: false, archivedAt: null, metadata: { tags: ["ü"] } },
  ...{ createdAt: "2026-01-31T08:30:00.000Z", updatedAt: "2026-01-31T08:30:00.000Z" },
  ...{ chunking: { maxTokens: 450, overlapTokens: 0 }, ranking: { vectorWeight: null } },
};

function answering(body: unknown, baseUrl = "http://quarry.test", status = 200) {
  let calls = 0;
  const fetch = validatingFetch(async () => {
    calls += 1;
    return json(body, status);
  });
  return { quarry: new Quarry({ baseUrl, fetch }), calls: () => calls };
}

test("accepts a valid response, with or without unknown fields", async () => {
  const { quarry } = answering({ space: { ...space, colour: "red" } });
  expect(await quarry.spaces.get("spc_1")).toMatchObject({ space: { id: "spc_1" } });
});

test("rejects an invalid response without a retry and names the field", async () => {
  const { quarry, calls } = answering({ space: { ...space, isArchived: "no" } });
  const problem = await rejection(quarry.spaces.get("spc_1"));
  expect(problem).toBeInstanceOf(QuarryError);
  expect(problem).toMatchObject({ code: "unexpected_response", status: 200 });
  expect(String(problem)).toContain("/space/isArchived");
  expect(calls()).toBe(1);
});

test("finds the route below a path prefix and with a space named api", async () => {
  const page = { data: [], pagination: { page: 1, pageSize: 20, total: 0, totalPages: 0 } };
  for (const baseUrl of ["http://quarry.test/api/kb", "http://quarry.test"]) {
    expect((await answering(page, baseUrl).quarry.documents.list({ spaceId: "api" })).data).toEqual([]);
    const problem = await rejection(answering({}, baseUrl).quarry.documents.list({ spaceId: "api" }));
    expect(String(problem)).toContain("/data");
  }
});

test("does not validate error responses", async () => {
  const { quarry } = answering({ message: "There is no such space." }, "http://quarry.test", 404);
  expect(String(await rejection(quarry.spaces.get("spc_1")))).toContain("There is no such space.");
});
