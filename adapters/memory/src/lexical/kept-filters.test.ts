import { expect, test } from "bun:test";
import type { LexicalDocument } from "@quarry/core";
import { seededRandom } from "@quarry/core/internal";
import { createMemoryLexicalIndex } from "./memory-lexical-index.ts";

const KINDS = 12;

function documentOf(number: number, kind: number, chunks: number): LexicalDocument {
  const documentId = `d${number}`;
  const entries = Array.from({ length: chunks }, (_, at) => ({
    ...{ id: `${documentId}-${kind}-${at}`, orgId: "o", spaceId: "s", documentId, generation: 1 },
    ...{ text: `plum tree ${at} ${number}`, context: "", metadata: { kind, isEven: kind % 2 === 0 } },
  }));
  return { documentId, entries };
}

test("a filter that is used again finds what passes now, while documents come, change and go", async () => {
  const random = seededRandom(31);
  const index = createMemoryLexicalIndex();
  const live = new Map<number, LexicalDocument>();
  for (let round = 0; round < 40; round += 1) {
    // Enough deletions that slots are renumbered now and then.
    for (let change = 0; change < 30; change += 1) {
      const number = Math.floor(random() * 90);
      const document = documentOf(number, Math.floor(random() * KINDS), 1 + Math.floor(random() * 4));
      if (random() < 0.4) {
        live.delete(number);
        await index.delete({ orgId: "o", documentId: document.documentId });
      } else {
        live.set(number, document);
        await index.replaceDocuments("o", [document]);
      }
    }
    for (const value of [{ kind: round % KINDS }, { kind: 3 }, { isEven: true }]) {
      const scope = { orgId: "o", spaceIds: ["s"], filter: { kind: "contains", value } as const };
      const found = await index.search(scope, "plum tree", 1000);
      const [[field, wanted]] = Object.entries(value) as [[string, unknown]];
      const passing = [...live.values()].flatMap(({ entries }) =>
        entries.filter(({ metadata }) => metadata[field] === wanted).map(({ id }) => id),
      );
      expect(found.hits.map(({ id }) => id).sort()).toEqual(passing.sort());
    }
  }
});
