import { expect, test } from "bun:test";
import type { LexicalDocument } from "@quarry/core";
import { createMemoryLexicalIndex } from "./memory-lexical-index.ts";

const TEXTS = [
  "The state-of-the-art heron waits at the harbour.",
  "Der Graureiher wartet am Hafen. The heron waits.",
  "苍鹭在港口等待。",
  "",
  "Herons, herons, herons: 3.5 of them.",
];

const documents: LexicalDocument[] = TEXTS.map((text, at) => ({
  documentId: `document-${at}`,
  entries: [0, 1].map((chunk) => ({
    ...{ id: `chunk-${at}-${chunk}`, orgId: "org", spaceId: `space-${at % 2}`, documentId: `document-${at}` },
    ...{ generation: 1, text: `${text} ${chunk}`, context: "Birds of the harbour", metadata: {} },
  })),
}));

const scope = { orgId: "org", spaceIds: ["space-0", "space-1"] };

test("documents have the same scores whether they are written together or one by one", async () => {
  const [together, single] = [createMemoryLexicalIndex(), createMemoryLexicalIndex()];
  await together.replaceDocuments("org", documents);
  for (const document of documents) await single.replaceDocuments("org", [document]);
  for (const question of ["heron", "waiting at the harbour", "港口", "Reiher", "3.5"]) {
    const hits = await Promise.all([together, single].map((index) => index.search(scope, question, 10)));
    expect(hits[0]?.hits.length).toBeGreaterThan(0);
    expect(hits[0]).toEqual(hits[1] as never);
  }
});

test("a space that is deleted while its documents are written stays deleted", async () => {
  const index = createMemoryLexicalIndex();
  const long = documents.map((document) => ({
    ...document,
    entries: document.entries.map((entry) => ({ ...entry, text: entry.text.repeat(5000) })),
  }));
  const writing = index.replaceDocuments("org", long);
  await index.delete({ orgId: "org", spaceId: "space-1" });
  await writing;
  const spaces = new Set<string>();
  for await (const { spaceId } of index.documents("org")) spaces.add(spaceId);
  expect([...spaces]).toEqual(["space-0"]);
});
