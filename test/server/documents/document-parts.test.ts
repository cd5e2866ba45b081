import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { OutlineHeading } from "@quarry/schema";
import { expectError } from "../../contract/expecting.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";

let app: InProcessApp;
let spaceId: string;
beforeAll(async () => {
  app = await startApp();
  spaceId = (await app.quarry.spaces.create({ name: "Parts" })).space.id;
});
afterAll(() => app.stop());

const section = (title: string, word: string) => `${title}\n\n${`${word} `.repeat(300)}\n\n`;
const HANDBOOK = [
  section("# Handbook", "start"),
  section("## Travel", "train"),
  section("### Abroad", "plane"),
  section("## Money", "coin"),
].join("");

async function upsert(filename: string, content: string) {
  return (await app.quarry.documents.upsert({ spaceId, filename, content })).document;
}

describe("an outline", () => {
  test("is the tree of headings, each with its range of chunks", async () => {
    const { id } = await upsert("handbook.md", HANDBOOK);
    const { outline } = await app.quarry.documents.outline({ spaceId, id });
    const shape = ({ title, children }: OutlineHeading): unknown => [title, ...children.map(shape)];
    expect(outline.map(shape)).toEqual([["Handbook", ["Travel", ["Abroad"]], ["Money"]]]);

    const { data: chunks } = await app.quarry.documents.chunks({ spaceId, id, pageSize: 100 });
    const travel = outline[0]?.children[0] as OutlineHeading;
    const words = new Set(
      chunks
        .filter(({ chunkIndex }) => chunkIndex >= travel.firstChunk && chunkIndex <= travel.lastChunk)
        .flatMap(({ content }) => content.match(/start|train|plane|coin/g)),
    );
    expect([...words].sort()).toEqual(["plane", "train"]);
    const { content } = await app.quarry.documents.getByFilename({ spaceId, filename: "handbook.md" });
    expect(content.slice(travel.start)).toStartWith("## Travel");
    expect(content.slice(travel.end)).toStartWith("## Money");
  });

  test("changes with the document, and is empty without headings", async () => {
    const { id } = await upsert("changing.md", HANDBOOK);
    await upsert("changing.md", "just a sentence");
    expect(await app.quarry.documents.outline({ spaceId, id })).toEqual({ outline: [] });
  });

  test("is available on every path", async () => {
    const { id } = await upsert("paths.md", "# One\n\ntext");
    for (const path of [
      `/api/spaces/${spaceId}/documents/${id}/outline`,
      `/api/documents/${id}/outline`,
      `/documents/${id}/outline?spaceId=${spaceId}`,
    ]) {
      const { status, json } = await app.call("GET", path);
      expect([status, (json.outline as OutlineHeading[])[0]?.title]).toEqual([200, "One"]);
    }
  });
});

describe("a document's chunks", () => {
  test("are listed in order, in pages, and contain the document's text", async () => {
    const { id, chunkCount } = await upsert("handbook.md", HANDBOOK);
    const { content } = await app.quarry.documents.getByFilename({ spaceId, filename: "handbook.md" });
    const seen: number[] = [];
    for await (const chunk of app.quarry.documents.chunks({ spaceId, id, pageSize: 2 })) {
      seen.push(chunk.chunkIndex);
      expect(chunk.id).toStartWith("chk_");
      expect(content.slice(Number(chunk.metadata.start), Number(chunk.metadata.end))).toBe(chunk.content);
    }
    expect(seen).toEqual(Array.from({ length: chunkCount }, (_, at) => at));
    const { pagination } = await app.quarry.documents.chunks({ spaceId, id, page: 2, pageSize: 2 });
    expect(pagination).toMatchObject({ page: 2, pageSize: 2, total: chunkCount });
  });

  test("have the ids and metadata that queries return", async () => {
    const { id } = await upsert("handbook.md", HANDBOOK);
    const [first] = (await app.quarry.query({ query: "coin", spaceIds: spaceId })).results;
    const { data } = await app.quarry.documents.chunks({ spaceId, id, pageSize: 100 });
    expect(data.find((chunk) => chunk.id === first?.chunk.id)?.metadata).toEqual(
      first?.metadata as Record<string, never>,
    );
  });
});

describe("a retry", () => {
  test("processes a failed document again", async () => {
    const { id } = await app.quarry.documents.upload({
      spaceId,
      filename: "broken.pdf",
      content: btoa("%PDF-1.4\nnothing of a document"),
      encoding: "base64",
    });
    const failed = await waitForStatus(id, "FAILED");
    expect(failed.errorMessage).toMatch(/damaged/);
    const { document } = await app.quarry.documents.retry({ spaceId, id });
    expect(document).toMatchObject({ id, status: "PROCESSING", errorMessage: null });
    expect((await waitForStatus(id, "FAILED")).errorMessage).toBe(failed.errorMessage);
  });

  test("returns 409 for a document that has not failed", async () => {
    const { id } = await upsert("fine.md", "all is well");
    const message = expectError(await app.call("POST", `/api/documents/${id}/retry`), 409);
    expect(message).toMatch(/FAILED.*COMPLETED/);
  });

  async function waitForStatus(id: string, status: string) {
    for (const end = Date.now() + 20_000; Date.now() < end; await Bun.sleep(20)) {
      const { document } = await app.quarry.documents.get({ spaceId, id });
      if (document.status === status) return document;
    }
    throw new Error(`document ${id} did not become ${status}`);
  }
});

test("each route returns 404 for a missing document", async () => {
  for (const part of ["outline", "chunks"])
    expectError(await app.call("GET", `/api/documents/doc_missing/${part}`), 404);
  expectError(await app.call("POST", "/api/documents/doc_missing/retry"), 404);
});
