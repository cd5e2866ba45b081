import { expect, test } from "bun:test";
import type { LexicalDocument } from "@quarry/core";
import { createMemoryLexicalIndex } from "./memory-lexical-index.ts";

const SCOPE = { orgId: "o", spaceIds: ["s"] };
/** The deletion of so many chunks compacts a space and frees the numbers of terms that it no longer has. */
const MANY = 200;

function documentOf(documentId: string, text: string): LexicalDocument {
  const base = { orgId: "o", documentId, generation: 1, context: "", metadata: {} };
  return { documentId, entries: [{ ...base, id: `${documentId}-0`, spaceId: "s", text }] };
}

test("a word that comes back after its number was freed and given away is found, and only where it is", async () => {
  const index = createMemoryLexicalIndex();
  const found = async (question: string) => (await index.search(SCOPE, question, 9)).hits.map(({ id }) => id);
  await index.replaceDocuments("o", [documentOf("kept", "a garden")]);
  for (const word of ["zucchini", "pomegranate", "xylophone", "quicksilver"]) {
    const gone = Array.from({ length: MANY }, (_, at) => documentOf(`${word}-${at}`, word));
    await index.replaceDocuments("o", gone);
    expect(await found(word)).toHaveLength(9);
    for (const { documentId } of gone) await index.delete({ orgId: "o", documentId });
    expect(await found(word)).toEqual([]);
  }
  await index.replaceDocuments("o", [documentOf("first", "quicksilver"), documentOf("second", "zucchini")]);
  expect(await found("quicksilver")).toEqual(["first-0"]);
  expect(await found("zucchini")).toEqual(["second-0"]);
  expect(await found("pomegranate xylophone")).toEqual([]);
});
