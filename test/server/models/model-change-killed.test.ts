import { afterEach, describe, expect, test } from "bun:test";
import type { Quarry } from "@quarry/sdk";
import { EMBEDDED, isInstalled, POSTGRES } from "../../support/configurations.ts";
import type { EmbeddingProvider } from "../../support/embedding-provider.ts";
import { until } from "../../support/until.ts";
import { type Process, type Processes, prepareProcesses } from "../processes/processes.ts";
import { modelsOf, ownText, startModelProvider } from "./changing-models.ts";

const COUNT = 300;
/** Number of kills, from `QUARRY_TEST_KILLS`; 1 by default. */
const KILLS = Number(process.env.QUARRY_TEST_KILLS ?? 1);
/** Largest number of texts in one provider call. */
const BATCH = 128;
const TEXTS = new Map(Array.from({ length: COUNT }, (_, at) => [`d${at}`, ownText(`d${at}`)]));

for (const configuration of [EMBEDDED, POSTGRES])
  describe.skipIf(!isInstalled(configuration))(
    `killed during a model change on ${configuration.name}`,
    () => {
      let provider: EmbeddingProvider;
      let processes: Processes;
      afterEach(async () => {
        await processes.end();
        await provider.stop();
      }, 120_000);

      /** Prepares a stopped service whose documents are embedded with the builtin model. */
      async function prepare(): Promise<string> {
        provider = startModelProvider();
        processes = await prepareProcesses(configuration);
        const { quarry, stop } = await processes.start(modelsOf(provider).builtin.env);
        const { space } = await quarry.spaces.create({ name: "Killed" });
        const documents = [...TEXTS].map(([filename, content]) => ({ filename, content }));
        for (let start = 0; start < COUNT; start += 100)
          await quarry.documents.upsertBatch({
            ...{ spaceId: space.id, documents: documents.slice(start, start + 100) },
          });
        await stop();
        return space.id;
      }

      const changed = (process: Process) =>
        until(
          "the end of the change",
          () => (process.server.output().includes("All documents are embedded with") ? true : undefined),
          60_000,
        );

      async function expectAllFound(quarry: Quarry, spaceIds: string): Promise<void> {
        for (const [filename, query] of TEXTS) {
          const { results, degraded } = await quarry.query({ query, spaceIds, mode: "vector", topK: 3 });
          expect({ filename, found: results[0]?.document.filename, degraded }).toEqual({
            ...{ filename, found: filename, degraded: undefined },
          });
        }
      }

      test("resumes after the restart and embeds every text exactly once", async () => {
        const spaceId = await prepare();
        const { a } = modelsOf(provider);
        // The provider does not answer the third call.
        provider.set({ limit: { calls: 2, windowMs: 600_000 } });
        const first = await processes.start(a.env);
        await until("the third call", () => (provider.stats.refused429 > 0 ? true : undefined));
        await first.kill();
        const before = provider.stats.texts;
        expect(before).toBeGreaterThan(BATCH);
        expect(before).toBeLessThan(COUNT);
        provider.set({ limit: undefined });
        const second = await processes.start(a.env);
        await changed(second);
        expect(provider.stats.texts).toBe(COUNT);
        await expectAllFound(second.quarry, spaceId);
      }, 180_000);

      test(
        `${KILLS} times at random moments: finds every document afterwards, and the doctor finds no problems`,
        async () => {
          const spaceId = await prepare();
          const { a } = modelsOf(provider);
          provider.set({ delayMs: 50 });
          for (let kill = 0; kill < KILLS; kill += 1) {
            const { kill: end } = await processes.start(a.env);
            await Bun.sleep(Math.random() * 900);
            await end();
          }
          const last = await processes.start(a.env);
          await changed(last);
          expect(provider.stats.texts).toBeLessThanOrEqual(COUNT + KILLS * BATCH);
          provider.reset();
          await expectAllFound(last.quarry, spaceId);
          const { code, output } = await last.server.command("doctor");
          expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining("no problems found") });
        },
        180_000 + KILLS * 10_000,
      );
    },
  );
