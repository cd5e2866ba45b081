import { describe, expect, test } from "bun:test";
import { call } from "./contract-server.ts";
import { fullRecord } from "./document-record.ts";
import { expectError, expectMatch, expectRefused, expectStatus } from "./expecting.ts";
import { type Json, object, objects } from "./reading.ts";
import { ask, filenames, newSpaceId, UNREADABLE, uniqueWord } from "./seeding.ts";

const put = (body: Json) => call("PUT", "/api/documents", { body });

/** PUT: create or update by filename, queryable when it returns. */
export function upsertTests(): void {
  describe("upsert", () => {
    test("§4.5 upsert: 201 created with the full record, then 200 updated with the same id", async () => {
      const spaceId = await newSpaceId();
      const first = await put({ spaceId, filename: "ä b.txt", content: "één", metadata: { v: 1 } });
      expectStatus(first, 201);
      expectMatch(first.json, {
        created: true,
        document: fullRecord({
          spaceId,
          filename: "ä b.txt",
          status: "COMPLETED",
          fileSize: "5",
          metadata: { v: 1 },
        }),
      });
      const second = await put({ spaceId, filename: "ä b.txt", content: "two", metadata: { v: 2 } });
      expectStatus(second, 200);
      const { id, createdAt } = object(first.json.document);
      expectMatch(second.json, {
        created: false,
        document: { id, createdAt, fileSize: "3", metadata: { v: 2 }, status: "COMPLETED" },
      });
    });

    test("§4.5 upsert: identical content and metadata is a no-op", async () => {
      const body = {
        spaceId: await newSpaceId(),
        filename: "a.txt",
        content: "same",
        metadata: { a: 1, b: [2] },
      };
      const first = await put(body);
      await Bun.sleep(5);
      const again = await put({ ...body, metadata: { b: [2], a: 1 } });
      expectStatus(again, 200);
      expect(again.json).toEqual({ ...again.json, created: false, document: first.json.document });
    });

    test("§3.1 upsert: new text is found immediately, and old text no longer", async () => {
      const spaceId = await newSpaceId();
      const [before, after] = [uniqueWord(), uniqueWord()];
      await put({ spaceId, filename: "a.txt", content: `The code word is ${before}.` });
      await put({ spaceId, filename: "b.txt", content: "Something else entirely." });
      const found = async (word: string): Promise<string[]> => {
        const { results } = await ask({ query: word, spaceIds: spaceId, mode: "lexical" });
        return results
          .map((item) => String(object(item.chunk).content))
          .filter((text) => text.includes(word));
      };
      expect(await found(before)).toHaveLength(1);
      await put({ spaceId, filename: "a.txt", content: `The code word is ${after}.` });
      expect(await found(after)).toHaveLength(1);
      expect(await found(before)).toEqual([]);
      const { results } = await ask({ query: before, spaceIds: spaceId });
      expect(JSON.stringify(results)).not.toContain(before);
    });

    test("§4.5 upsert: of ten concurrent calls for one filename, one creates", async () => {
      const spaceId = await newSpaceId();
      const calls = Array.from({ length: 10 }, (_, n) =>
        put({ spaceId, filename: "a.txt", content: `text ${n}` }),
      );
      const replies = await Promise.all(calls);
      expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1);
      expect(replies.filter((reply) => reply.status === 200)).toHaveLength(9);
      const { results } = await ask({ query: "text", spaceIds: spaceId });
      expect(filenames(results)).toEqual(["a.txt"]);
    });

    test("§7 errors: an invalid upsert body is refused with each offending field", async () => {
      expectRefused(await put({}), "/spaceId", "/filename", "/content");
      const spaceId = await newSpaceId();
      const body = { spaceId, filename: "f".repeat(256), content: "", metadata: [] };
      expectRefused(await put(body), "/filename", "/content", "/metadata");
      expectError(await put({ spaceId: "spc_unknown", filename: "a.txt", content: "text" }), 404);
    });

    test("decisions/Names and shapes: a batch upserts in one call, and one bad document fails alone", async () => {
      const spaceId = await newSpaceId();
      await put({ spaceId, filename: "old.txt", content: "old" });
      const documents = [
        { filename: "new.txt", content: "A kiwi cannot fly.", metadata: { n: 1 } },
        { filename: "bad.7z", ...UNREADABLE },
        { filename: "old.txt", content: "changed" },
        { filename: "empty.txt", content: "" },
      ];
      const reply = await call("PUT", "/api/documents/batch", { body: { spaceId, documents } });
      expectStatus(reply, 200);
      const failure = { error: expect.any(String), message: expect.any(String) };
      expectMatch(objects(reply.json.results), [
        {
          filename: "new.txt",
          created: true,
          document: { spaceId, status: "COMPLETED", metadata: { n: 1 } },
        },
        { filename: "bad.7z", ...failure },
        { filename: "old.txt", created: false, document: { fileSize: "7" } },
        { filename: "empty.txt", ...failure },
      ]);
      const { results } = await ask({ query: "kiwi", spaceIds: spaceId, topK: 1 });
      expect(filenames(results)).toEqual(["new.txt"]);
    });

    test("decisions/Names and shapes: a batch holds 1-100 documents", async () => {
      const spaceId = await newSpaceId();
      const batch = (count: number) => {
        const documents = Array.from({ length: count }, (_, n) => ({
          filename: `${n}.txt`,
          content: `text ${n}`,
        }));
        return call("PUT", "/api/documents/batch", { body: { spaceId, documents } });
      };
      expectRefused(await batch(0), "/documents");
      expectRefused(await batch(101), "/documents");
      const full = await batch(100);
      expectStatus(full, 200);
      expect(full.json.results).toBeArrayOfSize(100);
    });
  });
}
