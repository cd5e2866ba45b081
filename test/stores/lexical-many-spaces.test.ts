import { expect, test } from "bun:test";
import { createMemoryLexicalIndex } from "@quarry/memory";
import { createPostgresLexicalIndex } from "@quarry/pgvector";
import { SPACES_PER_READ } from "../../adapters/pgvector/src/lexical/searching/search.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { openTestDatabase } from "../support/shared-postgres.ts";

const WORDS =
  "granite harbor meadow lantern copper violin Häuser Straße gardens kitchen window running".split(" ");

test("a question to more spaces than are read together is answered as in memory", async () => {
  const database = await openTestDatabase({ isMigrated: false });
  const memory = createMemoryLexicalIndex();
  const postgres = await createPostgresLexicalIndex(database.db, {});
  const random = seededRandom(5);
  const pick = () => WORDS[Math.floor(random() ** 2 * WORDS.length)] ?? "";
  const text = () => Array.from({ length: 3 + Math.floor(random() * 12) }, pick).join(" ");
  const spaceIds = Array.from({ length: 2 * SPACES_PER_READ + 6 }, (_, at) => `spc_${at}`);
  const documents = spaceIds.flatMap((spaceId, at) =>
    Array.from({ length: 1 + (at % 4) }, (_, number) => ({ spaceId, documentId: `${spaceId}_${number}` })),
  );
  // Twice, so that segments have retired documents.
  for (const generation of [1, 2])
    for (const index of [memory, postgres]) {
      const again = seededRandom(generation);
      await index.replaceDocuments(
        "o",
        documents.map(({ spaceId, documentId }) => {
          const words = Array.from(
            { length: 3 + Math.floor(again() * 12) },
            () => WORDS[Math.floor(again() ** 2 * WORDS.length)],
          );
          const entry = {
            id: `${documentId}_0`,
            orgId: "o",
            spaceId,
            documentId,
            generation,
            context: "",
            metadata: {},
          };
          return { documentId, entries: [{ ...entry, text: words.join(" ") }] };
        }),
      );
    }
  const questions = [
    "granite harbor",
    "violn at the harbor",
    "Hauser window",
    "lantrn coper",
    "zzzz",
    text(),
    text(),
  ];
  for (const query of questions)
    for (const topK of [1, 20, 500]) {
      const scope = { orgId: "o", spaceIds };
      const [expected, found] = await Promise.all([
        memory.search(scope, query, topK),
        postgres.search(scope, query, topK),
      ]);
      expect(found.hits).toEqual([...expected.hits]);
      expect([...found.chunkCounts]).toEqual([...expected.chunkCounts]);
    }
  await Promise.all([memory.close(), postgres.close()]);
  await database.close();
}, 120_000);
