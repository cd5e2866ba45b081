import { hasPostgres, startPostgres } from "../../../support/postgres.ts";
import type { BenchContext } from "../bench-context.ts";
import { makeCorpus } from "../corpus/corpus.ts";
import { makeShortDocuments, take } from "../corpus/passages.ts";
import { createSpace, loadQuarry, loadSpace } from "../servers/load-quarry.ts";
import { type QuarryServer, startQuarry } from "../servers/quarry.ts";
import { quarryTarget } from "../servers/questions.ts";
import type { OwnPart } from "./part.ts";
import { askWarm } from "./profile.ts";
import { spacesOfQuestion } from "./spaces.ts";
import { postDocuments } from "./uploads.ts";
import { withProfile } from "./with-profile.ts";

const SEED = 10;
const UPLOADS = 4000;
const SPACES = 50;
const SMALL = 100;

/** Where the time goes in the loads that have no server of their own on a stage. */
export const profiles: OwnPart = {
  name: "profiles",
  async measure(context, size) {
    const quarry = await startQuarry();
    try {
      await profileLoading(context, quarry, size);
      await profileUploads(context, quarry);
      await profileSpaces(context, quarry, size);
    } finally {
      await quarry.stop();
    }
    if (hasPostgres()) await profilePostgres(context, size);
  },
};

async function profileLoading(context: BenchContext, quarry: QuarryServer, size: number): Promise<void> {
  const { documents } = await makeCorpus(context.sources, size);
  await withProfile(context, quarry, `loading, ${chunksText(size)}`, async () => {
    const spaceId = await createSpace(quarry, "Loaded");
    const placed = documents.map((document) => ({ ...document, spaceId }));
    const from = Date.now();
    await loadQuarry(context, quarry, placed, { waits: false });
    return { count: size, from, to: Date.now() };
  });
}

/** The process of the service alone: the server of the database is another one. */
async function profilePostgres(context: BenchContext, size: number): Promise<void> {
  const server = await startPostgres();
  try {
    const quarry = await startQuarry({ DATABASE_URL: await server.createDatabase() });
    try {
      const { spaceId } = await loadSpace(context, quarry, "Benchmark", size);
      const target = await quarryTarget(context, quarry, () => ({ spaceIds: spaceId }));
      await withProfile(context, quarry, `PostgreSQL, hybrid, ${chunksText(size)}, 8 connections`, () =>
        askWarm(context, target, 8),
      );
    } finally {
      await quarry.stop();
    }
  } finally {
    await server.stop();
  }
}

const chunksText = (size: number) => `${size.toLocaleString("en")} chunks`;

async function profileUploads(context: BenchContext, quarry: QuarryServer): Promise<void> {
  const documents = Array.from(take(makeShortDocuments(context.sources, SEED), 2 * UPLOADS));
  const [warm, counted] = [documents.slice(0, UPLOADS), documents.slice(UPLOADS)];
  await withProfile(context, quarry, "documents of one kilobyte by POST, 8 connections", async () => {
    const spaceId = await createSpace(quarry, "Posted");
    await postDocuments(context, quarry, warm, spaceId, 8);
    const from = Date.now();
    await postDocuments(context, quarry, counted, spaceId, 8);
    return { count: counted.length, from, to: Date.now() };
  });
  await withProfile(
    context,
    quarry,
    "documents of one kilobyte by batches of 100, 1 connection",
    async () => {
      const spaceId = await createSpace(quarry, "Batches");
      const load = (part: typeof documents) =>
        loadQuarry(
          context,
          quarry,
          part.map((document) => ({ ...document, spaceId })),
          { perBatch: 100, connections: 1 },
        );
      await load(warm);
      const from = Date.now();
      await load(counted);
      return { count: counted.length, from, to: Date.now() };
    },
  );
}

async function profileSpaces(context: BenchContext, quarry: QuarryServer, size: number): Promise<void> {
  const { spaceId: small } = await loadSpace(context, quarry, "Small", SMALL);
  const smallTarget = await quarryTarget(context, quarry, () => ({ spaceIds: small }));
  await withProfile(context, quarry, "a space of 100 chunks, 64 connections", () =>
    askWarm(context, smallTarget, 64),
  );

  const { documents } = await makeCorpus(context.sources, size);
  const ids: string[] = [];
  for (let number = 0; number < SPACES; number += 1) ids.push(await createSpace(quarry, `Space ${number}`));
  const perSpace = Math.ceil(documents.length / SPACES);
  await loadQuarry(
    context,
    quarry,
    documents.map((document) => ({
      ...document,
      spaceId: ids[Math.floor(document.number / perSpace)] as string,
    })),
  );
  const target = await quarryTarget(context, quarry, (number) => ({
    spaceIds: spacesOfQuestion(ids, number),
  }));
  await withProfile(context, quarry, "five spaces of fifty, 8 connections", () =>
    askWarm(context, target, 8),
  );
}
