import { describe, expect, test } from "bun:test";
import type { Reply } from "./caller.ts";
import { call } from "./contract-server.ts";
import { expectError, expectMatch, expectRefused, expectStatus } from "./expecting.ts";
import { type Json, number, object, objects, string } from "./reading.ts";
import { getDocument, newSpaceId, processed, putDocument, UNREADABLE } from "./seeding.ts";

const SMALL = { maxTokens: 60, overlapTokens: 20 };
const repeated = (count: number, one: (at: number) => string, separator = "") =>
  Array.from({ length: count }, (_, at) => one(at)).join(separator);
const sentences = (of: string, count: number) =>
  repeated(count, (at) => `Rule ${at} of ${of} is written down here.`, " ");

const MARKDOWN = `# Leave

${sentences("leave", 20)}

## Sick

- call
- rest

| day | who |
|---|---|
| Monday | Ada |

${sentences("rest", 9)}`;

const PAGE = [
  `<h1>Harbour</h1><p>${sentences("the harbour", 12)}</p><ul><li>rope</li><li>buoy</li></ul>`,
  `<h2>Boats</h2><p>${sentences("boats", 8)}</p><table><tr><th>boat</th><th>length</th></tr>`,
  `${repeated(30, (at) => `<tr><td>Boat ${at}</td><td>${at} m</td></tr>`)}</table>`,
].join("");

/** Documents whose structure matters. All but the page are their own texts. */
const DOCUMENTS: readonly (readonly [filename: string, content: string])[] = [
  ["rules.md", MARKDOWN],
  ["notes.txt", repeated(9, (at) => sentences(`note ${at}`, 4), "\n\n")],
  ["people.csv", `name,town\n${repeated(60, (at) => `Person ${at},Town ${at}\n`)}`],
  ["tide.py", repeated(12, (at) => `def tide_${at}(hour):\n    return hour * ${at}\n`, "\n")],
  ["page.html", PAGE],
];

const preview = (spaceId: string, body: Json): Promise<Reply> =>
  call("POST", `/api/spaces/${spaceId}/chunking/preview`, { body });

async function previewed(spaceId: string, body: Json): Promise<Json> {
  const reply = await preview(spaceId, body);
  expectStatus(reply, 200);
  return reply.json;
}

/** The text and place of each chunk of a document. */
async function storedChunks(id: string): Promise<Json[]> {
  const reply = await call("GET", `/api/documents/${id}/chunks?pageSize=100`);
  expectStatus(reply, 200);
  return objects(reply.json.data).map(({ content, metadata }) => {
    const { start, end, headings } = object(metadata);
    return { start, end, headings, content };
  });
}

const places = (body: Json): Json[] =>
  objects(body.chunks).map(({ start, end, headings, content }) => ({ start, end, headings, content }));

/** Chunking settings tried on a document, without changing it. */
export function chunkingPreviewTests(): void {
  describe("POST /api/spaces/:id/chunking/preview", () => {
    test.each(DOCUMENTS)("shows the chunks that %s gets with these settings", async (filename, content) => {
      const [spaceId, other] = [await newSpaceId(), await newSpaceId({ chunking: SMALL })];
      const { id, chunkCount } = await putDocument(spaceId, filename, content);
      const { id: otherId } = await putDocument(other, filename, content);
      const body = await previewed(spaceId, { documentId: id, chunking: SMALL });
      const expected = await storedChunks(string(otherId));
      expect(places(body)).toEqual(expected);
      const all = { count: expected.length, hasMore: false, isPartial: false };
      expectMatch(body, { ...all, currentCount: chunkCount });
      expect(number(body.count)).toBeGreaterThan(number(chunkCount));
      for (const { tokens, content: text } of objects(body.chunks))
        expect(tokens).toBe(Math.ceil(string(text).length / 4));
      expect(places(await previewed(spaceId, { documentId: id }))).toEqual(await storedChunks(string(id)));
    });

    test("changes nothing, and gives as many chunks as wanted", async () => {
      const spaceId = await newSpaceId();
      const documentId = string((await putDocument(spaceId, "a.md", sentences("change", 60))).id);
      const before = await getDocument(spaceId, documentId);
      const body = await previewed(spaceId, { documentId, chunking: SMALL, limit: 2 });
      expect([objects(body.chunks).length, body.hasMore]).toEqual([2, true]);
      const { json } = await call("GET", `/api/spaces/${spaceId}`);
      expectMatch(object(json.space), { chunking: { maxTokens: 450, overlapTokens: 0 } });
      expect(object(json.space).rechunking).toBeUndefined();
      expect(await getDocument(spaceId, documentId)).toEqual(before);
    });

    test("reads the first 200,000 characters of a long text", async () => {
      const spaceId = await newSpaceId();
      const content = repeated(250, (at) => `# Part ${at}\n\n${sentences("it", 25)}`, "\n\n");
      const { id } = await putDocument(spaceId, "long.md", content);
      expect(content.length).toBeGreaterThan(220_000);
      const body = await previewed(spaceId, { documentId: id, limit: 500 });
      expectMatch(body, { readChars: 200_000, isPartial: true });
      expect(Math.abs(number(body.count) - number(body.currentCount))).toBeLessThanOrEqual(2);
      expect(number(objects(body.chunks).at(-1)?.end)).toBeLessThanOrEqual(200_000);
    });

    test("a document without text has no chunks", async () => {
      const spaceId = await newSpaceId();
      const reply = await call("POST", `/api/spaces/${spaceId}/documents`, {
        body: { filename: "x.7z", ...UNREADABLE },
      });
      const id = string(reply.json.id);
      await processed(spaceId, id);
      expect(await previewed(spaceId, { documentId: id, chunking: SMALL })).toEqual({
        ...{ count: 0, currentCount: 0, chunks: [] },
        ...{ hasMore: false, readChars: 0, isPartial: false },
      });
    });

    test("refuses settings that a space would refuse, and unknown documents and spaces", async () => {
      const [spaceId, other] = [await newSpaceId(), await newSpaceId()];
      const documentId = (await putDocument(spaceId, "a.md", "Some text.")).id;
      for (const [body, path] of [
        [{ documentId, chunking: { maxTokens: 49 } }, "/chunking/maxTokens"],
        [{ documentId, chunking: { maxTokens: 100, overlapTokens: 51 } }, "/chunking/overlapTokens"],
        [{ documentId, limit: 501 }, "/limit"],
        [{ documentId, size: 1 }, "/size"],
        [{ chunking: SMALL }, "/documentId"],
      ] as const)
        expectRefused(await preview(spaceId, body), path);
      expectError(await preview(other, { documentId }), 404);
      expectError(await preview(spaceId, { documentId: "doc_unknown" }), 404);
      expectError(await preview("spc_unknown", { documentId }), 404);
    });
  });
}
