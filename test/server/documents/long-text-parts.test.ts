import { afterAll, beforeAll, expect, test } from "bun:test";
import { wholeScope } from "../../../server/src/platform/access/tenant-scope.ts";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { seededRandom } from "../../support/seeded-random.ts";

/** Parts of long texts in which some characters take two UTF-16 code units. */
let app: InProcessApp;
let spaceId: string;
beforeAll(async () => {
  app = await startApp({});
  spaceId = (await app.quarry.spaces.create({ name: "Parts" })).space.id;
}, 120_000);
afterAll(() => app.stop());

async function put(content: string): Promise<string> {
  const { document } = await app.quarry.documents.upsert({ spaceId, filename: "long.txt", content });
  return document.id;
}

async function partOf(documentId: string, offset: number, maxChars: number) {
  const part = await app.deps.services.documents.getWithTextPart(
    wholeScope(app.orgId, "enterprise"),
    undefined,
    documentId,
    { offset, maxChars },
  );
  return part.part;
}

/** The same as a slice, except where that would split a pair. */
function expected(text: string, offset: number, maxChars: number) {
  const splits = (at: number) => at > 0 && at < text.length && (text.codePointAt(at - 1) ?? 0) > 0xffff;
  const from = Math.min(offset, text.length);
  const start = splits(from) ? from - 1 : from;
  const to = Math.min(from + maxChars, text.length);
  const end = splits(to) ? to + 1 : to;
  const content = text.slice(start, end);
  return { content, start, end, totalChars: text.length, nextOffset: end < text.length ? end : null };
}

test("parts are slices of the text, with characters of two code units anywhere", async () => {
  const random = seededRandom(5);
  const pick = (below: number) => Math.floor(random() * below);
  const letters = ["x", "ü", "日", "😀", "words ", "🦤🦤🦤"];
  for (const emojis of ["one", "many"]) {
    let text = emojis === "one" ? `${"long words. ".repeat(120_000)}😀${" and more".repeat(50_000)}` : "";
    while (text.length < 700_000) text += (letters[pick(letters.length)] as string).repeat(1 + pick(2000));
    text = `${text}.`;
    const id = await put(text);
    const places = [0, 1, 65_535, 65_536, 65_537, 131_072, text.length - 1, text.length, text.length + 5];
    places.push(text.indexOf("😀"), text.indexOf("😀") + 1, text.lastIndexOf("🦤") + 1);
    for (let at = 0; at < 20; at += 1) places.push(pick(text.length));
    for (const offset of places)
      for (const maxChars of [1, 1 + pick(100_000)])
        expect(await partOf(id, Math.max(0, offset), maxChars)).toEqual(
          expected(text, Math.max(0, offset), maxChars),
        );
  }
}, 240_000);
