import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { isInstalled, POSTGRES, POSTGRES_CHROMA } from "../../support/configurations.ts";
import { type EmbeddingProvider, startEmbeddingProvider } from "../../support/embedding-provider.ts";
import { until } from "../../support/until.ts";
import { about, inEveryMode, type Processes, prepareProcesses, type Settings, shown } from "./processes.ts";

// Any process may claim the job of an upload; the other processes take over the jobs of a dead one.

const LEASE_MS = 1500;
const HANGING_MS = 60_000;

for (const configuration of [POSTGRES, POSTGRES_CHROMA])
  describe.skipIf(!isInstalled(configuration))(
    `uploads to several processes on ${configuration.name}`,
    () => {
      let processes: Processes;
      /** Each process has its own provider, which shows which one works. */
      let slow: EmbeddingProvider;
      let quick: EmbeddingProvider;
      const own = ({ url }: EmbeddingProvider): Settings => ({ OPENAI_BASE_URL: url });

      beforeAll(async () => {
        slow = startEmbeddingProvider({ dimensions: 64, delayMs: HANGING_MS });
        quick = startEmbeddingProvider({ dimensions: 64 });
        processes = await prepareProcesses(configuration, {
          OPENAI_API_KEY: slow.apiKey,
          QUARRY_EMBEDDING_DIMENSIONS: "64",
          QUARRY_JOB_LEASE_MS: String(LEASE_MS),
        });
      }, 120_000);
      afterAll(async () => {
        await processes?.end();
        await Promise.all([slow?.stop(), quick?.stop()]);
      }, 120_000);

      const wasAsked = ({ stats }: EmbeddingProvider, word: string) =>
        stats.inputs.flat().some((text) => text.includes(word));

      test("another process finishes the job of a killed process, and only then", async () => {
        const first = await processes.start(own(slow));
        const { space } = await first.quarry.spaces.create({ name: "Left behind" });
        const spaceId = space.id;
        const sent = await first.quarry.documents.upload({
          ...{ spaceId, filename: "a.md", metadata: { kept: 1 } },
          content: about("curlew"),
        });
        await until("the first to start", () => wasAsked(slow, "curlew") || undefined);

        const second = await processes.start(own(quick));
        const read = async () => (await second.quarry.documents.get({ spaceId, id: sent.id })).document;
        // A live process renews its lease, so no other process takes over its job.
        await Bun.sleep(2.5 * LEASE_MS);
        expect([wasAsked(quick, "curlew"), (await read()).status]).toEqual([false, "PROCESSING"]);

        await first.kill();
        await until(
          "the second to finish it",
          async () => ((await read()).status === "COMPLETED" ? true : undefined),
          LEASE_MS + 5000,
        );
        expect(wasAsked(quick, "curlew")).toBe(true);
        const text = `${about("curlew")} {"kept":1}`;
        expect(await shown(second.quarry, spaceId, "curlew")).toEqual(inEveryMode([text]));
        const { code, output } = await second.server.command("doctor");
        expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining("no problems found") });
        await second.stop();
      }, 120_000);

      test("processes each of many uploads to two processes once, and both find them", async () => {
        quick.reset();
        const services = [await processes.start(own(quick)), await processes.start(own(quick))];
        const [one, two] = services.map(({ quarry }) => quarry);
        const spaceId = (await one?.spaces.create({ name: "Shared out" }))?.space.id ?? "";
        const words = Array.from({ length: 20 }, (_, at) => `bird${at}song`);
        const uploads = await Promise.all(
          words.map((word, at) =>
            services[at % 2]?.quarry.documents.upload({
              spaceId,
              filename: `${word}.md`,
              content: about(word),
            }),
          ),
        );
        for (const upload of uploads) await upload?.waitUntilReady();
        const asked = quick.stats.inputs.flat();
        expect(words.map((word) => asked.filter((text) => text.includes(word)).length)).toEqual(
          words.map(() => 1),
        );
        for (const word of words)
          for (const { quarry } of services)
            expect(await shown(quarry, spaceId, word)).toEqual(inEveryMode([`${about(word)} {}`]));
        expect((await two?.documents.list({ spaceId, status: "COMPLETED" }))?.pagination.total).toBe(20);
        for (const { server } of services) expect(server.output()).not.toContain('"error"');
      }, 120_000);
    },
  );
