import { beforeAll, describe, expect, test } from "bun:test";
import { call } from "./contract-server.ts";
import { expectError, expectMatch, expectRefused, expectStatus } from "./expecting.ts";
import { type Json, objects, string } from "./reading.ts";
import { newSpaceId, putDocument, uniqueWord } from "./seeding.ts";

const ITEMS: Json[] = [
  { n: 1, team: { name: "red", lead: "ann" }, tags: ["a", "b"] },
  { n: "1", team: { name: "red", lead: "bob" }, tags: ["b"] },
  { n: 2, team: { name: "blue", lead: "ann" }, tags: [], flag: true, none: null },
];

// The items that contain each filter, as PostgreSQL's `@>` defines it.
const CONTAINED: [filter: Json, expected: number[]][] = [
  [{}, [0, 1, 2]],
  [{ n: 1 }, [0]],
  [{ n: "1" }, [1]],
  [{ n: 1.0, team: { name: "red" } }, [0]],
  [{ team: { name: "red" } }, [0, 1]],
  [{ team: { lead: "ann" } }, [0, 2]],
  [{ team: {} }, [0, 1, 2]],
  [{ tags: ["b"] }, [0, 1]],
  [{ tags: ["b", "a"] }, [0]],
  [{ tags: ["a", "a"] }, [0]],
  [{ tags: [] }, [0, 1, 2]],
  [{ tags: "b" }, []],
  [{ flag: true }, [2]],
  [{ flag: "true" }, []],
  [{ none: null }, [2]],
  [{ missing: null }, []],
  [{ "team.name": "red" }, []],
];

const encoded = (value: unknown): string => encodeURIComponent(JSON.stringify(value));

/** Lists of spaces and documents, §4.2: pages and metadata containment. */
export function listTests(): void {
  describe("lists", () => {
    const group = uniqueWord();
    let spaceId = "";
    let lists: [path: string, name: (item: Json) => string][] = [];

    beforeAll(async () => {
      spaceId = await newSpaceId();
      for (const [index, item] of ITEMS.entries()) {
        const metadata = { ...item, group };
        await newSpaceId({ name: `item ${index}`, metadata });
        await putDocument(spaceId, `item ${index}`, `text ${index}`, metadata);
      }
      lists = [
        ["/api/spaces?", (space) => string(space.name)],
        [`/api/spaces/${spaceId}/documents?`, (document) => string(document.filename)],
        [`/api/documents?spaceId=${spaceId}&`, (document) => string(document.filename)],
      ];
    });

    test.each(CONTAINED)("§4.2 lists: metadata containment of %j", async (filter, expected) => {
      for (const [path, name] of lists) {
        const reply = await call("GET", `${path}metadata=${encoded({ group, ...filter })}`);
        expectStatus(reply, 200);
        expect(objects(reply.json.data).map(name).sort()).toEqual(expected.map((index) => `item ${index}`));
        expectMatch(reply.json.pagination, { total: expected.length });
      }
    });

    test("§2.6 pagination: the envelope, and pages that contain each item exactly once", async () => {
      for (const [path, name] of lists) {
        const page = async (number: number): Promise<string[]> => {
          const reply = await call("GET", `${path}metadata=${encoded({ group })}&pageSize=2&page=${number}`);
          expectStatus(reply, 200);
          expect(reply.json.pagination).toEqual({ page: number, pageSize: 2, total: 3, totalPages: 2 });
          return objects(reply.json.data).map(name);
        };
        const [first, second, third] = [await page(1), await page(2), await page(3)];
        expect([first.length, second.length, third.length]).toEqual([2, 1, 0]);
        expect([...first, ...second].sort()).toEqual(["item 0", "item 1", "item 2"]);
      }
    });

    test("§8 limits: page is 1 and pageSize 10 by default; pageSize goes up to 100", async () => {
      for (const [path] of lists) {
        const reply = await call("GET", path.slice(0, -1));
        expectMatch(reply.json.pagination, { page: 1, pageSize: 10 });
        expectStatus(await call("GET", `${path}pageSize=1`), 200);
        expectStatus(await call("GET", `${path}pageSize=100`), 200);
      }
    });

    test.each([
      "pageSize=0",
      "pageSize=101",
      "pageSize=ten",
      "pageSize=1.5",
      "page=0",
      "page=-1",
      "page=x",
      "page=1.5",
    ])("§8 limits: %s is refused", async (parameter) => {
      for (const [path] of lists) {
        expectRefused(await call("GET", `${path}${parameter}`), `/${parameter.split("=")[0] ?? ""}`);
      }
    });

    test.each(["{", "[1]", "7", '"text"', "null", "a=b"])(
      "§4.2 lists: metadata=%s is refused",
      async (value) => {
        for (const [path] of lists) {
          expectRefused(await call("GET", `${path}metadata=${encodeURIComponent(value)}`), "/metadata");
        }
      },
    );

    test("§4.1 document list: each item is the full record plus chunkCount", async () => {
      const reply = await call("GET", `/api/spaces/${spaceId}/documents`);
      for (const item of objects(reply.json.data)) {
        expectMatch(item, {
          spaceId,
          status: "COMPLETED",
          storageUrl: expect.any(String),
          chunkCount: 1,
        });
      }
      expectError(await call("GET", "/api/spaces/spc_unknown/documents"), 404);
    });
  });
}
