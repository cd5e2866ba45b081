import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LexicalDocument } from "@quarry/core";
import { seededRandom } from "../../../../test/support/seeded-random.ts";
import { createMemoryLexicalIndex, type MemoryLexicalIndex } from "./memory-lexical-index.ts";
import { createOrganizations } from "./organization/organizations.ts";

const SCOPE = { orgId: "o", spaceIds: ["s"] };
/** More than the chunks in which a gram is searched, so that lists of common grams are dropped and restored. */
const DOCUMENTS = 3600;
const LARGE = 4;
const LARGE_CHUNKS = 250;
const WORDS = Array.from({ length: 500 }, (_, at) => `w${"aeiou"[at % 5]}${(at * 7919).toString(36)}`);
const QUERIES = ["wa0 we6", WORDS.slice(4, 9).join(" "), `${WORDS[11]} ${WORDS[12]}x`, "fresh3 fresh7", "wa"];

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

async function look(index: MemoryLexicalIndex) {
  const answers = [];
  for (const query of QUERIES) answers.push((await index.search(SCOPE, query, 400)).hits);
  return answers;
}

for (const seed of [1, 2, 3])
  test(`a space answers, and is written and saved, while it is compacted in many turns (seed ${seed})`, async () => {
    const random = seededRandom(seed);
    const below = (most: number) => Math.floor(random() * most);
    const live = new Map<string, LexicalDocument>();
    const create = (documentId: string, generation: number, chunks = 1 + below(2)): LexicalDocument => {
      const base = { orgId: "o", spaceId: "s", documentId, generation, context: "", metadata: {} };
      const text = () =>
        `${Array.from({ length: 60 }, () => WORDS[below(WORDS.length)]).join(" ")} fresh${generation % 10}`;
      const entries = Array.from({ length: chunks }, (_, at) => ({
        ...base,
        id: `${documentId}-${generation}-${at}`,
        text: text(),
      }));
      return { documentId, entries };
    };
    const snapshotFolder = await mkdtemp(join(tmpdir(), "lexical-compaction-"));
    const organizations = createOrganizations();
    const index = createMemoryLexicalIndex({ organizations, snapshotFolder });
    const tidying = () => organizations.byId.get("o")?.spaces.get("s")?.tidying();
    const put = async (documents: readonly LexicalDocument[]) => {
      for (const document of documents) live.set(document.documentId, document);
      await index.replaceDocuments("o", documents);
    };
    const remove = async (documentId: string) => {
      live.delete(documentId);
      await index.delete({ orgId: "o", documentId });
    };

    await put(Array.from({ length: DOCUMENTS }, (_, at) => create(`d${at}`, 0)));
    let turns = 0;
    /** Documents that take many turns to add. */
    const large: Promise<void>[] = [];
    const putLarge = () => {
      const number = large.length;
      large.push(put([create(`large${number % LARGE}`, number, LARGE_CHUNKS)]));
    };
    for (let number = 0; number < 4000 && turns < 25; number++) {
      await remove(`d${below(DOCUMENTS)}`);
      if (number % 25 !== 0) continue;
      if (number > 1000) putLarge();
      await nextTurn();
      while (tidying()) {
        turns += 1;
        if (random() < 0.15) putLarge();
        const documentId = `d${below(DOCUMENTS + 60)}`;
        if (random() < 0.4) await remove(documentId);
        else await put([create(documentId, turns)]);
        if (random() < 0.02) void index.save();
        if (random() < 0.1) expect((await index.search(SCOPE, QUERIES[1] ?? "", 9)).hits).toHaveLength(9);
        await nextTurn();
      }
    }
    expect(turns).toBeGreaterThan(10);
    await Promise.all(large);
    await tidying();

    const wanted = createMemoryLexicalIndex();
    await wanted.replaceDocuments("o", [...live.values()]);
    const answers = await look(wanted);
    expect(await look(index)).toEqual(answers);
    await index.save();
    const loaded = createMemoryLexicalIndex({ snapshotFolder });
    await loaded.load();
    expect(await look(loaded)).toEqual(answers);
    await rm(snapshotFolder, { recursive: true });
  }, 60_000);
