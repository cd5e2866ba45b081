import type { HeldDocument, LexicalIndex } from "@quarry/core";
import { ODD_TEXTS } from "../texts.ts";
import { document, type LexicalTools, ORG } from "./session.ts";

/** Returns the documents of an organization by ascending id. */
export async function heldDocuments(index: LexicalIndex, orgId: string): Promise<HeldDocument[]> {
  const documents: HeldDocument[] = [];
  for await (const { documentId, spaceId, generation, chunkCount } of index.documents(orgId))
    documents.push({ documentId, spaceId, generation, chunkCount });
  return documents.sort((a, b) => (a.documentId < b.documentId ? -1 : 1));
}

/** Replacing and deleting documents. */
export function writeTests({ test, expect }: LexicalTools): void {
  test("finds nothing in an empty index", async ({ index, found }) => {
    expect(await found("apple")).toEqual([]);
    expect(await heldDocuments(index, ORG)).toEqual([]);
    await index.replaceDocuments(ORG, []);
    expect(await found("apple")).toEqual([]);
  });

  test("finds a written document immediately", async ({ put, found }) => {
    await put([document("doc_a", ["an apple", "a pear"]), document("doc_b", ["another apple"])]);
    expect(await found("apple")).toEqual(["doc_a_0", "doc_b_0"]);
    expect(await found("pear")).toEqual(["doc_a_1"]);
    expect(await found("cherry")).toEqual([]);
  });

  test("finds words of the context", async ({ put, found }) => {
    await put([document("doc_a", ["of the year"], { context: "Handbook > Holidays" })]);
    expect(await found("holidays")).toEqual(["doc_a_0"]);
  });

  test("writing the same document again changes nothing", async ({ index, put, found }) => {
    for (let round = 0; round < 3; round += 1) await put([document("doc_a", ["apple", "pear"])]);
    expect(await found("apple")).toEqual(["doc_a_0"]);
    expect((await index.search({ orgId: ORG, spaceIds: ["spc_a"] }, "apple", 9)).chunkCounts).toEqual(
      new Map([["spc_a", 2]]),
    );
  });

  test("replaces all chunks of a document", async ({ index, put, found }) => {
    await put([document("doc_a", ["apple", "pear", "plum"]), document("doc_b", ["pear"])]);
    await put([document("doc_a", ["cherry"], { generation: 2 })]);
    expect(await found("apple pear plum")).toEqual(["doc_b_0"]);
    expect(await found("cherry")).toEqual(["doc_a_0"]);
    expect(await heldDocuments(index, ORG)).toEqual([
      { documentId: "doc_a", spaceId: "spc_a", generation: 2, chunkCount: 1 },
      { documentId: "doc_b", spaceId: "spc_a", generation: 1, chunkCount: 1 },
    ]);
  });

  test("removes a document without entries", async ({ index, put, found }) => {
    await put([document("doc_a", ["apple"]), document("doc_b", ["apple"])]);
    await put([document("doc_a", []), document("doc_new", [])]);
    expect(await found("apple")).toEqual(["doc_b_0"]);
    expect((await heldDocuments(index, ORG)).map(({ documentId }) => documentId)).toEqual(["doc_b"]);
  });

  test("moves a document to another space", async ({ put, found }) => {
    await put([document("doc_a", ["apple"])]);
    await put([document("doc_a", ["apple"], { spaceId: "spc_b", generation: 2 })]);
    expect(await found("apple")).toEqual([]);
    expect(await found("apple", { orgId: ORG, spaceIds: ["spc_b"] })).toEqual(["doc_a_0"]);
  });

  test("deletes exactly what is selected", async ({ index, put, found }) => {
    const everywhere = { orgId: ORG, spaceIds: ["spc_a", "spc_b", "spcXa"] };
    const fill = async () => {
      await put([
        document("doc_a", ["apple"]),
        document("doc_b", ["apple"], { spaceId: "spc_b" }),
        // Matches "spc_a" and "doc_a" as a pattern of SQL's LIKE.
        document("docXa", ["apple"], { spaceId: "spcXa" }),
      ]);
      await put([document("doc_o", ["apple"], { orgId: "org_b" })], "org_b");
    };
    await fill();
    await index.delete({ orgId: ORG, documentId: "doc_a" });
    expect(await found("apple", everywhere)).toEqual(["docXa_0", "doc_b_0"]);
    await fill();
    await index.delete({ orgId: ORG, spaceId: "spc_a" });
    expect(await found("apple", everywhere)).toEqual(["docXa_0", "doc_b_0"]);
    await fill();
    await index.delete({ orgId: ORG });
    expect(await found("apple", everywhere)).toEqual([]);
    expect(await heldDocuments(index, ORG)).toEqual([]);
    expect(await found("apple", { orgId: "org_b", spaceIds: ["spc_a"] })).toEqual(["doc_o_0"]);
  });

  test("succeeds in deleting what does not exist", async ({ index, put, found }) => {
    for (let round = 0; round < 2; round += 1) {
      await index.delete({ orgId: ORG, documentId: "doc_none" });
      await index.delete({ orgId: ORG, spaceId: "spc_none" });
      await index.delete({ orgId: "org_none" });
      await index.delete({ orgId: "org_none", documentId: "doc_a" });
      await put([document("doc_a", ["apple"])]);
    }
    expect(await found("apple")).toEqual(["doc_a_0"]);
  });

  test("finds a document again that was deleted and rewritten", async ({ index, put, found }) => {
    for (let round = 0; round < 3; round += 1) {
      await put([document("doc_a", ["apple"])]);
      expect(await found("apple")).toEqual(["doc_a_0"]);
      await index.delete({ orgId: ORG, documentId: "doc_a" });
      expect(await found("apple")).toEqual([]);
    }
  });

  test("lists every document of an organization once", async ({ index, put }) => {
    const documents = Array.from({ length: 300 }, (_, at) =>
      document(`doc_${String(at).padStart(3, "0")}`, Array(1 + (at % 3)).fill(`text ${at}`), {
        spaceId: `spc_${at % 4}`,
        generation: at,
      }),
    );
    for (let at = 0; at < documents.length; at += 100) await put(documents.slice(at, at + 100));
    await put([document("doc_other", ["text"], { orgId: "org_b" })], "org_b");
    expect(await heldDocuments(index, ORG)).toEqual(
      documents.map(({ documentId, entries }, at) => ({
        documentId,
        spaceId: `spc_${at % 4}`,
        generation: at,
        chunkCount: entries.length,
      })),
    );
  });

  test("indexes concurrent writes of different documents", async ({ put, found }) => {
    const documents = Array.from({ length: 20 }, (_, at) => document(`doc_${at}`, ["apple", "pear"]));
    await Promise.all(documents.map((each) => put([each])));
    expect(await found("apple")).toEqual(documents.map(({ documentId }) => `${documentId}_0`).sort());
    expect(await found("pear")).toEqual(documents.map(({ documentId }) => `${documentId}_1`).sort());
  });

  test("finds a document while it is being replaced", async ({ put, found }) => {
    await put([document("doc_a", ["apple"])]);
    const counts = new Set<number>();
    for (let round = 0; round < 20; round += 1) {
      const write = put([document("doc_a", [`apple ${round}`], { generation: round + 2 })]);
      const reads = Array.from({ length: 4 }, async () => counts.add((await found("apple")).length));
      await Promise.all([write, ...reads]);
    }
    expect([...counts]).toEqual([1]);
  });

  for (const [name, text] of ODD_TEXTS)
    test(`accepts ${name} as text and as query`, async ({ put, found }) => {
      // PostgreSQL and files store text as UTF-8, without NUL.
      const stored = text.replaceAll("\0", "").toWellFormed();
      await put([document("doc_odd", [stored, "apple"])]);
      expect(await found("apple")).toEqual(["doc_odd_1"]);
      await found(text);
    });
}
