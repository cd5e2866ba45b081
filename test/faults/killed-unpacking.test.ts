import { afterAll, beforeAll, expect, test } from "bun:test";
import { Quarry } from "@quarry/sdk";
import { strToU8, zipSync } from "fflate";
import { type RunningServer, startServer } from "../support/running-server.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { smallPdf } from "../support/small-pdf.ts";

/** `QUARRY_TEST_KILLS` sets the number of kills (default 3). */
const KILLS = Number(process.env.QUARRY_TEST_KILLS ?? 3);
const SEED = Number(process.env.QUARRY_TEST_SEED ?? Date.now() % 1e9);
const MAX_DELAY_MS = 1500;
const FILES = 40;

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ env: { QUARRY_JOB_LEASE_MS: "2000" } });
}, 120_000);
afterAll(() => server?.stop(), 60_000);

const connect = () =>
  new Quarry({ apiKey: server.rootKey, baseUrl: server.baseUrl, maxRetries: 0, timeoutMs: 60_000 });

/** Texts and PDFs. Half of them change with the round, one is gone. */
function packed(round: number): { readonly bytes: Uint8Array; readonly names: readonly string[] } {
  const files = Array.from({ length: FILES }, (_, at) => at)
    .filter((at) => at !== round % FILES)
    .map((at) => {
      const line = `Word${at}x${at % 2 ? 0 : round}x stands here.`;
      return at % 5 === 0
        ? ([`${at}.pdf`, smallPdf([line])] as const)
        : ([`${at}.txt`, strToU8(line)] as const);
    });
  return {
    bytes: zipSync(Object.fromEntries(files)),
    names: files.map(([path]) => `all.zip/${path}`).sort(),
  };
}

test(
  `an archive reaches the same end despite ${KILLS} kills while it is unpacked (seed ${SEED})`,
  async () => {
    const random = seededRandom(SEED);
    const { space } = await connect().spaces.create({ name: "Killed" });
    const spaceId = space.id;
    const send = (round: number) =>
      connect().documents.upsert({
        ...{ spaceId, filename: "all.zip", encoding: "base64" },
        content: Buffer.from(packed(round).bytes).toString("base64"),
      });

    for (let round = 0; round < KILLS; round += 1) {
      const sending = send(round).catch(() => undefined);
      await Bun.sleep(random() * MAX_DELAY_MS);
      await server.kill();
      await sending;
      await server.restart();
      const files = (await connect().documents.list({ spaceId, pageSize: 100 })).data;
      const archive = files.find(({ filename }) => filename === "all.zip");
      // Either all of an upload was accepted or nothing.
      if (archive) expect(files.filter(({ partOf }) => partOf === archive.id)).toHaveLength(FILES - 1);
      else expect(files).toEqual([]);
    }
    const { document } = await send(KILLS);
    expect(document).toMatchObject({ status: "COMPLETED", warnings: [] });
    const { data } = await connect().documents.list({ spaceId, partOf: document.id, pageSize: 100 });
    expect(data.map(({ filename }) => filename).sort()).toEqual([...packed(KILLS).names]);
    expect(data.filter(({ status }) => status !== "COMPLETED")).toEqual([]);
    for (const at of [20, 21]) {
      const query = `Word${at}x${at % 2 ? 0 : KILLS}x`;
      const { results } = await connect().query({ query, spaceIds: spaceId, mode: "lexical" });
      expect(results[0]?.chunk.content).toBe(`${query} stands here.`);
    }
  },
  60_000 + KILLS * 40_000,
);
