import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { MAX_ANSWER_BYTES } from "../../server/src/modules/mcp/answer-size.ts";
import { MAX_RESOURCE_CHARS } from "../../server/src/modules/mcp/resources.ts";
import { textPart } from "../../server/src/records/documents/text-part.ts";
import { number, object, objects, string } from "../contract/reading.ts";
import { type Assistant, type McpApp, startMcpApp } from "./assistant.ts";

let app: McpApp;
let assistant: Assistant;
let spaceId: string;
let hugeId: string;

const BIRDS = ["pelican", "heron", "osprey", "plover", "dunnock", "whimbrel"];

beforeAll(async () => {
  app = await startMcpApp();
  assistant = await app.assistant();
  const { space } = await app.quarry.spaces.create({ name: "Big" });
  spaceId = space.id;
  const sections = Array.from({ length: 800 }, (_, number) => {
    const bird = BIRDS[number % BIRDS.length];
    return `## Section ${number} on the ${bird} ${"long title ".repeat(4)}\n\nThe ${bird} number ${number} 🦩 lives by the lake. It was seen ${number} times in the reeds with others of its kind.`;
  });
  const content = sections.join("\n\n");
  const metadata = { notes: "m".repeat(5000) };
  const { document } = await app.quarry.documents.upsert({ spaceId, filename: "huge.md", content, metadata });
  hugeId = document.id;
  const documents = Array.from({ length: 100 }, (_, number) => ({
    filename: `${number}-${"n".repeat(200)}.txt`,
    content: `Short note ${number}.`,
    metadata: { padding: "p".repeat(1500) },
  }));
  await app.quarry.documents.upsertBatch({ spaceId, documents });
}, 120_000);
afterAll(() => app.stop());

async function bounded(name: string, input: Record<string, unknown>, maxBytes = MAX_ANSWER_BYTES) {
  const result = await assistant.call(name, input);
  expect(result.isError).toBe(false);
  for (const form of [result.text, result.data])
    expect(Buffer.byteLength(JSON.stringify(form))).toBeLessThanOrEqual(maxBytes);
  return result;
}

test("a hundred passages are truncated to the size limit, and the omitted ones are counted", async () => {
  const { data, text } = await bounded("query_spaces", {
    query: "Where does the pelican live?",
    spaceIds: spaceId,
    topK: 100,
  });
  const shown = objects(data.passages).length;
  expect(shown).toBeGreaterThan(5);
  expect(shown + number(data.omitted)).toBe(100);
  expect(text).toMatch(/\d+ more passages did not fit/);
  const asked = { query: "Where does the pelican live?", spaceIds: spaceId, topK: 100, maxBytes: 200_000 };
  const larger = await bounded("query_spaces", asked, 200_000);
  expect(objects(larger.data.passages).length).toBeGreaterThan(shown * 2);
  // Large metadata is only part of the document's own record.
  expect(
    objects(data.passages)
      .filter(({ filename }) => filename === "huge.md")
      .every((passage) => !("metadata" in passage)),
  ).toBe(true);
});

test("a page of documents is truncated in the same way", async () => {
  const { data, text } = await bounded("list_documents", { spaceId, pageSize: 100 });
  expect(objects(data.documents).length + number(data.omitted)).toBe(100);
  expect(number(data.omitted)).toBeGreaterThan(0);
  expect(text).toContain("smaller pageSize");
});

test("the largest metadata and remarks keep no answer from its limit, and the answer says what it omits", async () => {
  const metadata = { notes: "ä".repeat(60_000) };
  const of = { metadata, description: "Where the avocets are counted." };
  const { space } = (await bounded("create_space", { name: "Large", ...of })).data;
  const spaceId = string(object(space).id);
  const content = "# Avocets\n\nThe avocet Mirach wades in the mud.";
  const upload = { spaceId, filename: "avocets.md", content, metadata };
  const { document } = (await bounded("upload_document", upload)).data;
  const documentId = string(object(document).id);
  const name = { spaceId, id: documentId };
  const errorMessage = "ä".repeat(10_000);
  const asked = { query: "Where does the avocet Mirach wade?" };
  const answers = [
    { space },
    { document },
    (await bounded("query_spaces", { ...asked, spaceIds: spaceId })).data,
    (await bounded("smart_query", asked)).data,
    (await bounded("update_space", { spaceId, metadata })).data,
    (await bounded("get_space", { spaceId })).data,
    (await bounded("list_spaces", {})).data,
    (await bounded("update_document", { documentId, metadata })).data,
    (await bounded("list_documents", { spaceId })).data,
    (await bounded("get_document", { documentId })).data,
  ];
  for (const answer of answers) expect(JSON.stringify(answer)).toContain('"isMetadataOmitted":true');
  expect((await assistant.call("get_document", { documentId })).text).toContain("metadata: omitted");
  for (const other of ["search", "fetch"])
    await bounded(other, other === "search" ? asked : { id: documentId });
  await app.quarry.documents.update({ ...name, status: "FAILED", errorMessage });
  await bounded("get_document", { documentId });
  await bounded("list_documents", { spaceId });
  const removed = await bounded("delete_space", { spaceId });
  expect(object(removed.data.space).isMetadataOmitted).toBe(true);
});

test("a huge document is read in parts without gaps", async () => {
  const { data } = await bounded("get_document", { documentId: hugeId });
  const first = object(data.text);
  expect(string(first.content).length).toBeGreaterThan(10_000);
  let read = "";
  for (let offset: unknown = 0; offset !== null; ) {
    const part = object(
      (await bounded("get_document", { documentId: hugeId, offset, maxChars: 50_000 }, 100_000)).data.text,
    );
    read += string(part.content);
    offset = part.nextOffset;
  }
  const { content } = await app.quarry.documents.getByFilename({ spaceId, filename: "huge.md" });
  expect(read).toBe(content);
});

test("a long outline is read in parts", async () => {
  const expected = Array.from({ length: 800 }, (_, at) => at);
  const numbersIn = (titles: readonly string[]) => titles.map((title) => Number(title.split(" ")[1]));
  const titles: string[] = [];
  for (let offset: unknown = 0; offset !== null; ) {
    const { data } = await bounded("get_outline", { documentId: hugeId, offset });
    expect(data.totalHeadings).toBe(800);
    titles.push(...objects(data.headings).map(({ title }) => string(title)));
    offset = data.nextOffset;
  }
  expect(numbersIn(titles)).toEqual(expected);
  const lines: string[] = [];
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const { text } = await bounded("get_outline", { documentId: hugeId, offset });
    lines.push(...[...text.matchAll(/- (Section \d+)/g)].map(([, title = ""]) => title));
    const [, next] = /get_outline with offset (\d+)/.exec(text) ?? [];
    offset = next === undefined ? undefined : Number(next);
  }
  expect(numbersIn(lines)).toEqual(expected);
});

test("a truncated resource ends with instructions for reading the rest", async () => {
  const uri = `quarry://spaces/${spaceId}/documents/${hugeId}`;
  const { contents } = await assistant.client.readResource({ uri });
  const [content] = contents;
  const text = content && "text" in content ? content.text : "";
  expect(text.length).toBeLessThan(MAX_RESOURCE_CHARS + 500);
  expect(text).toMatch(/get_document reads on from offset \d+\.\]$/);
});

test("text and data contain the same passages in the same order for any query", async () => {
  const question = fc.subarray([...BIRDS, "lake", "reeds", "note", "long", "title"], { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(question, fc.integer({ min: 1, max: 100 }), async (words, topK) => {
      const { data, text } = await bounded("smart_query", { query: words.join(" "), topK });
      const inText = [...text.matchAll(/^similarity (\S+); document (\S+)/gm)].map(
        ([, score, id]) => `${id} ${score}`,
      );
      const inData = objects(data.passages).map(
        ({ documentId, similarity }) => `${documentId} ${number(similarity).toFixed(3)}`,
      );
      // As many fit as their form allows.
      const shown = Math.min(inText.length, inData.length);
      expect(inText.slice(0, shown)).toEqual(inData.slice(0, shown));
      expect(inData.length + number(data.omitted)).toBeLessThanOrEqual(topK);
    }),
    { numRuns: 15 },
  );
}, 120_000);

test("the parts of any text join to the whole and do not split characters", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 60 }),
      fc.integer({ min: 1, max: 9 }),
      (text, maxChars) => {
        let joined = "";
        for (let offset: number | null = 0; offset !== null; ) {
          const part = textPart(text, offset, maxChars);
          expect(part.content.isWellFormed()).toBe(true);
          expect(part.end).toBe(part.start + part.content.length);
          joined += part.content;
          offset = part.nextOffset;
        }
        expect(joined).toBe(text);
      },
    ),
  );
});

test.each([
  ["of one code unit", "Zwölf Boxkämpfer jagen ж日本 über den Deich. ".repeat(40)],
  ["of one and two code units", "Zwölf 😀 jagen 𝒳 ж日本 über den Deich. ".repeat(40)],
])("a document with characters %s is read in the parts of its text", async (kind, content) => {
  const { document } = await app.quarry.documents.upsert({ spaceId, filename: `${kind}.txt`, content });
  const { content: text } = await app.quarry.documents.getByFilename({ spaceId, filename: `${kind}.txt` });
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: text.length }),
      fc.integer({ min: 1, max: 99 }),
      async (offset, maxChars) => {
        const { data } = await bounded("get_document", { documentId: document.id, offset, maxChars });
        expect(data.text).toEqual(textPart(text, offset, maxChars));
      },
    ),
    {
      numRuns: 40,
      examples: [
        [text.length, 1],
        [text.length - 1, 99],
        [0, 99],
      ],
    },
  );
});
