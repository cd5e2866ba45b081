import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { NotFoundError, type Quarry } from "@quarry/sdk";
import { isInstalled, POSTGRES, POSTGRES_CHROMA } from "../../support/configurations.ts";
import { about, inEveryMode, type Process, type Processes, prepareProcesses, shown } from "./processes.ts";

// A change that one process acknowledged is visible in all others immediately. These tests do not wait.

for (const configuration of [POSTGRES, POSTGRES_CHROMA])
  describe.skipIf(!isInstalled(configuration))(`three processes on ${configuration.name}`, () => {
    let processes: Processes;
    let services: readonly [Quarry, Quarry, Quarry];
    const started: Process[] = [];

    beforeAll(async () => {
      processes = await prepareProcesses(configuration);
      for (let count = 0; count < 3; count += 1) started.push(await processes.start());
      const [first, second, third] = started.map(({ quarry }) => quarry) as [Quarry, Quarry, Quarry];
      services = [first, second, third];
    }, 120_000);
    afterAll(() => processes?.end(), 30_000);

    /** Every process finds exactly one text with this word, with this metadata. */
    async function expectShown(spaceIds: string | string[], word: string, metadata: object): Promise<void> {
      for (const quarry of services)
        expect(await shown(quarry, spaceIds, word)).toEqual(
          inEveryMode([`${about(word)} ${JSON.stringify(metadata)}`]),
        );
    }

    /** No process finds a text with this word. */
    async function expectGone(spaceIds: string | string[], word: string): Promise<void> {
      for (const quarry of services) expect(await shown(quarry, spaceIds, word)).toEqual(inEveryMode([]));
    }

    async function expectNoSpace(spaceIds: string): Promise<void> {
      for (const quarry of services) {
        const refused = await quarry.query({ query: "heron", spaceIds }).catch((error: unknown) => error);
        expect(refused).toBeInstanceOf(NotFoundError);
      }
    }

    for (const [at, name] of ["first", "second", "third"].entries())
      test(`all processes find what the ${name} writes, and none finds what it deletes`, async () => {
        const writer = services[at] as Quarry;
        const word = (text: string) => `${text}${name}`;
        const { space } = await (services[(at + 1) % 3] as Quarry).spaces.create({ name });
        const spaceId = space.id;
        const put = (filename: string, text: string, metadata = {}) =>
          writer.documents.upsert({ spaceId, filename, content: about(word(text)), metadata });

        const { document } = await put("a.md", "heron", { revision: 1 });
        await expectShown(spaceId, word("heron"), { revision: 1 });
        // A process that queried before may have cached something.
        await put("a.md", "stork", { revision: 2 });
        await expectShown(spaceId, word("stork"), { revision: 2 });
        await expectGone(spaceId, word("heron"));

        const { results } = await writer.documents.upsertBatch({
          spaceId,
          documents: ["crane", "ibis", "stork"].map((text) => ({
            filename: text === "stork" ? "a.md" : `${text}.md`,
            content: about(word(text)),
            metadata: { revision: 3 },
          })),
        });
        expect(results.map((result) => "created" in result && result.created)).toEqual([true, true, false]);
        for (const text of ["crane", "ibis", "stork"])
          await expectShown(spaceId, word(text), { revision: 3 });

        await writer.documents.update({ spaceId, id: document.id, metadata: { revision: 4 } });
        await expectShown(spaceId, word("stork"), { revision: 4 });
        for (const quarry of services) {
          const text = `${about(word("stork"))} {"revision":4}`;
          expect(await shown(quarry, spaceId, word("stork"), { revision: 4 })).toEqual(inEveryMode([text]));
          expect(await shown(quarry, spaceId, word("stork"), { revision: 3 })).toEqual(inEveryMode([]));
        }

        await writer.documents.delete({ spaceId, id: document.id });
        await expectGone(spaceId, word("stork"));
        await expectShown(spaceId, word("crane"), { revision: 3 });
      });

    test("a document that one process creates, the others can change and delete", async () => {
      const [one, two, three] = services;
      const spaceId = (await one.spaces.create({ name: "Shared" })).space.id;
      const put = (quarry: Quarry, word: string) =>
        quarry.documents.upsert({ spaceId, filename: "a.md", content: about(word) });
      const made = await put(one, "avocet");
      const changed = await put(two, "bittern");
      expect([made.created, changed.created, changed.document.id]).toEqual([true, false, made.document.id]);
      await expectGone(spaceId, "avocet");
      await three.documents.update({ spaceId, id: made.document.id, metadata: { by: 3 } });
      await expectShown(spaceId, "bittern", { by: 3 });
      await one.documents.delete({ spaceId, id: made.document.id });
      await expectGone(spaceId, "bittern");
      expect((await put(three, "bittern")).created).toBe(true);
      await expectShown(spaceId, "bittern", {});
    });

    test("archiving, restoring, describing and purging a space takes effect in all processes", async () => {
      const [one, two, three] = services;
      const { space } = await one.spaces.create({ name: "Moors" });
      const kept = (await two.spaces.create({ name: "Kept" })).space.id;
      const put = (quarry: Quarry, spaceId: string, word: string) =>
        quarry.documents.upsert({ spaceId, filename: "a.md", content: about(word) });
      await put(two, space.id, "whimbrel");
      await put(three, kept, "dunlin");
      await expectShown([space.id, kept], "whimbrel", {});

      await three.spaces.archive(space.id);
      await expectNoSpace(space.id);
      await two.spaces.restore(space.id);
      await expectShown([space.id, kept], "whimbrel", {});

      await one.spaces.update(space.id, { description: "Where the ptarmigan and the dotterel breed" });
      for (const quarry of services) {
        const { recommendations } = await quarry.smartQuery({ query: "dotterel ptarmigan breed" });
        expect(recommendations[0]?.spaceId).toBe(space.id);
      }

      await two.spaces.purge(space.id);
      await expectNoSpace(space.id);
      await expectGone(kept, "whimbrel");
      await expectShown(kept, "dunlin", {});
    });

    test("the doctor finds no problems through any process, and no process logged an error", async () => {
      const [first, second] = started;
      const examine = async () => {
        const { code, output } = await (second as Process).server.command("doctor");
        expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining("no problems found") });
      };
      // The first process runs the command; without it the command opens the data itself, with or without other processes.
      await examine();
      await first?.stop();
      await examine();
      await processes.stopAll();
      await examine();
      for (const { server } of started) expect(server.output()).not.toContain('"error"');
    }, 120_000);
  });
