import { afterAll, beforeAll, expect, test } from "bun:test";
import { type Browser, signUp } from "../accounts/browser-session.ts";
import { type Json, object, objects, string } from "../contract/reading.ts";
import { type Assistant, type McpApp, startMcpApp } from "./assistant.ts";

const PASSAGE = "The zebra is called Betelgeuse.";
const TEXT = `# Zoo\n\n${"Owls sleep by day. ".repeat(200)}\n\n## Zebras\n\n${PASSAGE}\n\n## Storks\n\n${"Storks clap. ".repeat(400)}`;

let app: McpApp;
let reader: Browser;
let assistant: Assistant;
let documentId: string;
let spaceId: string;
let key: string;

beforeAll(async () => {
  app = await startMcpApp();
  reader = await signUp(app, "reader@example.com");
  const { json } = await reader.call("POST", "/api/api-keys", { name: "assistant", level: "write" });
  key = string(json.key);
  assistant = await app.assistant(key);
  spaceId = string(object((await assistant.call("create_space", { name: "Zoo" })).data.space).id);
  const stored = await assistant.call("upload_document", { spaceId, filename: "zoo.md", content: TEXT });
  documentId = string(object(stored.data.document).id);
}, 120_000);
afterAll(() => app.stop());

/** The text that the page of an address marks, for a person who is signed in. */
async function markedAt(url: unknown): Promise<string> {
  const { pathname, search, hash } = new URL(string(url));
  const { status, text } = await reader.get(pathname + search);
  expect([status, hash]).toEqual([200, "#passage"]);
  return /<mark id="passage">([^<]*)<\/mark>/.exec(text)?.[1] ?? "nothing";
}

async function answerOf(name: string, input: Json): Promise<Json> {
  const { data, text, isError } = await assistant.call(name, input);
  expect([name, isError]).toEqual([name, false]);
  // A model that reads the text gets the same address.
  for (const url of [data.url, ...objects(data.passages ?? []).map((passage) => passage.url)])
    if (url !== undefined) expect(text).toContain(string(url));
  return data;
}

test.each(["query_spaces", "smart_query"])("the address of a passage of %s opens it", async (name) => {
  const asked = { query: "What is the zebra called?", topK: 1 };
  const { passages } = await answerOf(name, name === "smart_query" ? asked : { ...asked, spaceIds: spaceId });
  const [best] = objects(passages);
  expect(string(best?.content)).toContain(PASSAGE);
  expect(string(best?.content)).toContain(await markedAt(best?.url));
});

test("the address of a document that was read opens it at the part", async () => {
  const offset = TEXT.indexOf(PASSAGE);
  const part = await answerOf("get_document", { documentId, offset, maxChars: PASSAGE.length });
  expect(await markedAt(part.url)).toBe(PASSAGE);
  const { url } = await answerOf("get_document", { documentId });
  expect((await reader.get(new URL(string(url)).pathname)).text).toContain("zoo.md");
  expect(new URL(string(url)).hash).toBe("");
});

test("the address of an outline opens a section", async () => {
  const { url, headings } = await answerOf("get_outline", { documentId });
  const zebras = objects(headings).find(({ title }) => title === "Zebras");
  expect(await markedAt(`${url}?start=${zebras?.start}&end=${zebras?.end}#passage`)).toContain(PASSAGE);
});

test("the tools that search ask to cite the address", async () => {
  const { tools } = await assistant.client.listTools();
  for (const { name, description } of tools)
    if (/^(query_spaces|smart_query|search)$/.test(name))
      expect([name, description]).toEqual([name, expect.stringContaining("url")]);
});

test("a passage has the place of other surfaces, and its schema names the fields", async () => {
  const program = await app.connect(undefined, "data");
  const { tools } = await program.listTools();
  const schema = JSON.stringify(tools.find(({ name }) => name === "query_spaces")?.outputSchema);
  expect(schema).toMatch(/"place":\{[^}]*"required":\["page","start","end","headings"\]/);
  const asked = { query: "What is the zebra called?", spaceIds: spaceId, topK: 1 };
  const { passages } = await answerOf("query_spaces", asked);
  const { results } = await app.quarryWith(key).query(asked);
  expect(objects(passages)[0]?.place).toEqual(results[0]?.place as unknown as Json);
});
