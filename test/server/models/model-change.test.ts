import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { QueryMode } from "@quarry/schema";
import {
  EMBEDDED,
  isInstalled,
  MODULE,
  POSTGRES,
  type Surroundings,
  surround,
} from "../../support/configurations.ts";
import type { EmbeddingProvider } from "../../support/embedding-provider.ts";
import { until } from "../../support/until.ts";
import { operate } from "../operations/operating.ts";
import {
  type ChangingService,
  type Model,
  modelsOf,
  ownText,
  pollAnswers,
  startChangingService,
  startModelProvider,
} from "./changing-models.ts";

// Changes the embedding model repeatedly during queries and writes.

const COUNT = 160;
const QUESTIONS = ["steady-3", "steady-100", "edited-1", "fresh-0-2", "uploaded-1-0"];

// `QUARRY_TEST_SCALE=full` adds a store outside the database.
const MORE = process.env.QUARRY_TEST_SCALE === "full" ? [MODULE] : [];

for (const configuration of [EMBEDDED, POSTGRES, ...MORE])
  describe.skipIf(!isInstalled(configuration))(`changing the model on ${configuration.name}`, () => {
    let surroundings: Surroundings;
    let provider: EmbeddingProvider;
    let service: ChangingService;
    let models: ReturnType<typeof modelsOf>;
    /** The expected texts by filename. */
    const texts = new Map<string, string>();
    const steady = new Map(
      Array.from({ length: COUNT }, (_, at) => [`steady-${at}`, ownText(`steady-${at}`)]),
    );

    beforeAll(async () => {
      surroundings = await surround(configuration);
      provider = startModelProvider();
      models = modelsOf(provider);
      service = await startChangingService(models.builtin, surroundings.env, provider);
      for (const [name, text] of steady) texts.set(name, text);
      for (let at = 0; at < 18; at += 1) texts.set(`edited-${at}`, ownText(`edited-${at}`));
      await service.put(texts);
    }, 120_000);
    afterAll(async () => {
      await service?.stop();
      await provider?.stop();
      await surroundings?.stop();
    }, 120_000);

    /** Creates, uploads, updates and deletes documents, and repeats unchanged ones. */
    async function write(round: number, from: number): Promise<void> {
      const { quarry } = service.app;
      const { spaceId } = service;
      for (let at = from; at < from + 6; at += 1) {
        const edited = `edited-${at}`;
        texts.set(edited, ownText(edited, round + 1));
        await quarry.documents.upsert({ spaceId, filename: edited, content: texts.get(edited) ?? "" });
        const fresh = `fresh-${round}-${at}`;
        texts.set(fresh, ownText(fresh));
        await service.put(new Map([[fresh, texts.get(fresh) ?? ""]]));
        const uploaded = `uploaded-${round}-${at}`;
        texts.set(uploaded, ownText(uploaded));
        await quarry.documents.upload({ spaceId, filename: uploaded, content: texts.get(uploaded) ?? "" });
        const { id } = await quarry.documents.getByFilename({ spaceId, filename: `steady-${at}` });
        await quarry.documents.update({ spaceId, id, metadata: { round } });
        const again = await quarry.documents.upsert({
          ...{ spaceId, filename: `steady-${100 + at}`, content: steady.get(`steady-${100 + at}`) ?? "" },
        });
        expect(again).toMatchObject({ created: false, chunksEmbedded: 0, chunksReused: 1 });
      }
      const gone = `fresh-${round}-${from + 5}`;
      const { id } = await quarry.documents.getByFilename({ spaceId, filename: gone });
      await quarry.documents.delete({ spaceId, id });
      texts.delete(gone);
    }

    /** All documents, once none is being processed. */
    async function documents() {
      const found = new Map<string, { readonly model: string; readonly status: string }>();
      const { quarry } = service.app;
      for await (const document of quarry.documents.list({ spaceId: service.spaceId, pageSize: 100 }))
        found.set(document.filename, { model: document.embeddingModel, status: document.status });
      return found;
    }

    /** The similarities and filenames of the results; ids order ties at random, so names are sorted and the last tie is omitted. */
    const ranking = async ({ found }: ChangingService, mode: QueryMode) =>
      Promise.all(
        QUESTIONS.map(async (name) => {
          const { names, similarities } = await found(texts.get(name) ?? "", mode);
          const rounded = similarities.map((similarity) => similarity.toFixed(6));
          return { rounded, names: names.filter((_, at) => rounded[at] !== rounded.at(-1)).toSorted() };
        }),
      );

    for (const [round, [from, to]] of (
      [
        ["builtin", "a"],
        ["a", "b"],
        ["b", "builtin"],
      ] as const
    ).entries())
      test(`from ${from} to ${to}: queries never miss a document, and writes during the change are correct`, async () => {
        const next: Model = models[to];
        provider.set({ onlyModel: `model-${to}`, delayMs: 2500 });
        await service.start(next);
        const stop = pollAnswers(service, steady);
        await write(round, 0);
        expect(await service.states()).toMatchObject(to === "builtin" ? {} : { [next.name]: "filling" });
        provider.set({ delayMs: 30 });
        await write(round, 6);
        await until("the switch", async () =>
          (await service.states())[next.name] === "writing" ? true : undefined,
        );
        await write(round, 12);
        await service.changedTo(next);
        await until("the uploads", async () => {
          const states = [...(await documents()).values()].map(({ status }) => status);
          return states.includes("PROCESSING") ? undefined : true;
        });
        const { asked, problems } = await stop();
        provider.reset();
        expect(problems).toEqual([]);
        expect(asked).toBeGreaterThan(20);
        const held = await documents();
        expect([...held.keys()].sort()).toEqual([...texts.keys()].sort());
        for (const [name, document] of held)
          expect({ name, ...document }).toEqual({ name, model: next.name, status: "COMPLETED" });
        for (const [name, text] of texts) {
          const { names, degraded } = await service.found(text, "vector");
          expect({ name, first: names[0], degraded }).toEqual({ name, first: name, degraded: false });
        }
        expect(service.app.logLines.join("\n")).toContain(`All documents are embedded with ${next.name}.`);
        expect(service.app.logLines.filter((line) => line.includes('"error"'))).toEqual([]);
        expect(await operate(service.app.deps, { name: "doctor", repair: false })).toEqual([
          "no problems found",
        ]);
      }, 120_000);

    test("ends with the same results as a service that always had the last model", async () => {
      const plain = await startChangingService(models.builtin, {}, provider);
      try {
        await plain.put(texts);
        for (const mode of ["vector", "hybrid", "lexical"] as const) {
          const [changed, other] = await Promise.all([ranking(service, mode), ranking(plain, mode)]);
          expect(changed).toEqual(other);
          expect(changed.map(({ names }) => names.length)).not.toContain(0);
        }
      } finally {
        await plain.stop();
      }
    }, 120_000);
  });
