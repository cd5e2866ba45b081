import { expect, test } from "bun:test";
import { analyzeQuestion, seededRandom } from "@quarry/core/internal";
import { createMemoryLexicalIndex } from "@quarry/memory";
import type { LabDocument } from "./lab-documents.ts";
import { createLabIndex } from "./lab-index.ts";

const WORDS =
  "the of and what is a wing wings lift lifting drag flow flows flowing boundary-layer heat transfer getUserName pressure shock wave cone nose speed".split(
    " ",
  );

test("computes the same scores as the server's index", async () => {
  const random = seededRandom(3);
  const text = (length: number) =>
    Array.from({ length }, () => WORDS[Math.floor(random() * WORDS.length)]).join(" ");
  const documents = Array.from(
    { length: 60 },
    (_, at): LabDocument => ({
      id: `d${at}`,
      chunks: Array.from({ length: 1 + (at % 3) }, () => ({
        text: `It is what the paper says: ${text(20)}.`,
        context: text(3),
        embeddingText: "",
      })),
    }),
  );
  const index = createMemoryLexicalIndex();
  const slots: string[] = [];
  for (const { id, chunks } of documents) {
    const entries = chunks.map(({ text, context }, at) => ({
      id: `${id}-${at}`,
      orgId: "org",
      spaceId: "space",
      documentId: id,
      generation: 1,
      text,
      context,
      metadata: {},
    }));
    slots.push(...entries.map((entry) => entry.id));
    await index.replaceDocuments("org", [{ documentId: id, entries }]);
  }
  const lab = createLabIndex(documents, { stems: true, joined: true, context: true });
  for (let round = 0; round < 40; round += 1) {
    const question = `${text(6)} boundry`;
    const { hits } = await index.search({ orgId: "org", spaceIds: ["space"] }, question, 50);
    const scores = lab.search(analyzeQuestion(question, lab.language), { neighbours: true, fuzzy: true });
    expect(hits.length).toBeGreaterThan(0);
    for (const { id, score } of hits) expect(scores.get(slots.indexOf(id))).toBeCloseTo(score, 9);
  }
  await index.close();
});
