import { describe, expect, test } from "bun:test";
import { QuarryError } from "@quarry/sdk";
import { EMBEDDED, isInstalled, POSTGRES, surround } from "../../support/configurations.ts";
import { startApp } from "../../support/in-process-app.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { until } from "../../support/until.ts";
import { runSql, strandedDocuments } from "../rows.ts";

const SEED = Number(process.env.QUARRY_TEST_SEED ?? Date.now() % 1e9);
const ROUNDS = 25;
const WRITERS = 5;
const SETTINGS = [{}, { maxTokens: 60, overlapTokens: 20 }, { maxTokens: 90 }, { maxTokens: 200 }];

for (const configuration of [EMBEDDED, POSTGRES])
  describe.skipIf(!isInstalled(configuration))(`on ${configuration.name}`, () => {
    test(`documents end up with the last chunking settings when these change during writes (seed ${SEED})`, async () => {
      const surroundings = await surround(configuration);
      const app = await startApp({ env: { ...surroundings.env, QUARRY_JOB_CONCURRENCY: "3" } });
      const random = seededRandom(SEED);
      const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
      const { quarry, deps } = app;
      try {
        const spaceId = (await quarry.spaces.create({ name: "Races" })).space.id;
        const content = () =>
          `# ${pick(["One", "Two"])}\n\n${"A sentence of the text. ".repeat(20 + random() * 80)}`;
        const anyDocument = async () => pick((await quarry.documents.list({ spaceId, pageSize: 100 })).data);
        const change = async () => {
          const roll = random();
          const filename = `${Math.floor(random() * 15)}.md`;
          if (roll < 0.4) return quarry.documents.upsert({ spaceId, filename, content: content() });
          if (roll < 0.5) return quarry.documents.upload({ spaceId, filename, content: content() });
          if (roll < 0.8) return quarry.spaces.update(spaceId, { chunking: pick(SETTINGS) });
          const document = await anyDocument();
          if (!document) return;
          const { id } = document;
          if (roll < 0.85) return quarry.documents.delete({ spaceId, id });
          if (roll < 0.9) return quarry.documents.update({ spaceId, id, metadata: { at: random() } });
          return quarry.documents.update({ spaceId, id, status: pick(["COMPLETED", "FAILED"] as const) });
        };
        const write = async () => {
          for (let round = 0; round < ROUNDS; round += 1)
            await change().catch((error: unknown) => {
              // Expected: a filename is taken, or another writer deleted the document.
              if (error instanceof QuarryError && [404, 409].includes(error.status ?? 0)) return;
              throw new Error(`A write failed. Log:\n${app.logLines.join("\n")}`, { cause: error });
            });
        };
        await Promise.all(Array.from({ length: WRITERS }, write));
        await until(
          "all jobs to finish",
          async () => (await runSql(deps, "select 1 from jobs")).length === 0 || undefined,
        );
        expect(await strandedDocuments(deps)).toEqual([]);
        const wronglyChunked = `
          select d.filename, d.status, d.warnings from documents d join spaces s on s.id = d.space_id
          where d.status = 'COMPLETED' and d.chunking is distinct from s.chunking`;
        expect(await runSql(deps, wronglyChunked)).toEqual([]);
        const incomplete = `
          select id from documents d where status = 'COMPLETED'
            and chunk_count <> (select count(*) from chunks c where c.document_id = d.id and c.generation = d.generation)`;
        expect(await runSql(deps, incomplete)).toEqual([]);
      } finally {
        await app.stop();
        await surroundings.stop();
      }
    }, 120_000);
  });
