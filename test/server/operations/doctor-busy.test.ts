import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type InProcessApp, startApp } from "../../support/in-process-app.ts";
import { MOODY_STORE } from "../../support/moody-store.ts";
import { operate } from "./operating.ts";

const RUNS = Number(process.env.QUARRY_TEST_DOCTOR_RUNS ?? 3);
/** Each file is changed repeatedly, so that a change is in progress at both checks of the doctor. */
const FILES = ["hot.md", "a.md", "b.md", "c.md"];

for (const [name, env] of [
  ["in memory", {}],
  ["outside the database", MOODY_STORE],
] as const)
  describe(`with a vector store ${name}`, () => {
    let app: InProcessApp;
    let spaceId: string;
    let isOver = false;

    beforeAll(async () => {
      app = await startApp({ env });
      spaceId = (await app.quarry.spaces.create({ name: "Busy" })).space.id;
    }, 120_000);
    afterAll(() => app.stop());

    async function write(filename: string): Promise<void> {
      const { documents, spaces } = app.quarry;
      for (let round = 0; !isOver; round += 1) {
        const content = `Round ${round} of ${filename}.`;
        const { document } = await documents.upsert({ spaceId, filename, content });
        await documents.update({ spaceId, id: document.id, metadata: { round } });
        await spaces.update(spaceId, { description: `after round ${round} of ${filename}` });
        if (filename !== "hot.md" && round % 5 === 0) await documents.delete({ spaceId, id: document.id });
        if (filename !== "hot.md" && round % 5 === 1)
          await documents.upload({ spaceId, filename: `${round}-${filename}`, content });
        // Leaves a connection for the doctor, because the writes use many at the same time.
        await Bun.sleep(filename === "hot.md" ? 1 : 20);
      }
    }

    test("the doctor neither reports nor repairs changes in progress", async () => {
      const writers = FILES.map(write);
      const said: string[] = [];
      for (let run = 0; run < RUNS; run += 1)
        said.push(...(await operate(app.deps, { name: "doctor", repair: run % 2 === 1 })));
      isOver = true;
      await Promise.all(writers);
      expect(said).toEqual(Array.from({ length: RUNS }, () => "no problems found"));
    }, 90_000);
  });
