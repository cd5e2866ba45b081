import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Quarry } from "@quarry/sdk";
import { isInstalled, POSTGRES, POSTGRES_CHROMA } from "../../support/configurations.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { about, inEveryMode, type Process, type Processes, prepareProcesses, shown } from "./processes.ts";

// Several processes write the same documents concurrently. A document must end up exactly as one of them wrote it: its
// row, its text, its file, and the results of every process.

const PROCESSES = 3;
const WRITES = 12;
const WORDS = ["heron", "stork", "crane", "ibis"];

for (const configuration of [POSTGRES, POSTGRES_CHROMA])
  describe.skipIf(!isInstalled(configuration))(`concurrently, on ${configuration.name}`, () => {
    let processes: Processes;
    let started: Process[];
    let services: Quarry[];

    beforeAll(async () => {
      processes = await prepareProcesses(configuration);
      started = await processes.startAtOnce(PROCESSES);
      services = started.map(({ quarry }) => quarry);
    }, 120_000);
    afterAll(() => processes?.end(), 30_000);

    const newSpace = async (name: string) => (await (services[0] as Quarry).spaces.create({ name })).space.id;
    const body = (spaceId: string, filename: string, word: string, revision: number) => ({
      ...{ spaceId, filename, metadata: { revision } },
      content: about(`${word}${filename}`),
    });

    /** Every process finds the current document, and none of its previous versions. */
    async function expectOne(spaceId: string, filename: string): Promise<void> {
      for (const { quarry, server } of started) {
        const { id, content, metadata, status } = await quarry.documents.getByFilename({ spaceId, filename });
        expect(status).toBe("COMPLETED");
        for (const word of WORDS) {
          const text = about(`${word}${filename}`);
          const expected = text === content ? [`${text} ${JSON.stringify(metadata)}`] : [];
          expect(await shown(quarry, spaceId, `${word}${filename}`)).toEqual(inEveryMode(expected));
        }
        const headers = { "Svc-Api-Key": processes.env.QUARRY_ROOT_KEY ?? "" };
        const file = await fetch(`${server.baseUrl}/api/documents/${id}/file`, { headers });
        expect([file.status, await file.text()]).toEqual([200, content]);
      }
    }

    test("PUTs of one new filename create one document", async () => {
      const spaceId = await newSpace("New");
      for (let round = 0; round < 5; round += 1) {
        const filename = `n${round}.md`;
        const written = await Promise.all(
          services.map((quarry, at) => quarry.documents.upsert(body(spaceId, filename, WORDS[at] ?? "", at))),
        );
        expect(written.filter(({ created }) => created)).toHaveLength(1);
        expect(new Set(written.map(({ document }) => document.id)).size).toBe(1);
        await expectOne(spaceId, filename);
      }
    }, 120_000);

    test("repeated PUTs of one filename with recurring texts", async () => {
      const spaceId = await newSpace("Again");
      for (let round = 0; round < 3; round += 1) {
        const filename = `r${round}.md`;
        const writers = services.map(async (quarry, at) => {
          const random = seededRandom(round * 100 + at);
          for (let write = 0; write < WRITES; write += 1) {
            const word = WORDS[Math.floor(random() * 2)] ?? "";
            await quarry.documents.upsert(body(spaceId, filename, word, write));
          }
        });
        await Promise.all(writers);
        await expectOne(spaceId, filename);
      }
    }, 120_000);

    test("the doctor finds no problems, and no process logged an error", async () => {
      for (const { server } of started) expect(server.output()).not.toContain('"error"');
      const { code, output } = await (started[0] as Process).server.command("doctor");
      expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining("no problems found") });
    }, 120_000);
  });
