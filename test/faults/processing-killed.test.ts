import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Document } from "@quarry/schema";
import { Quarry } from "@quarry/sdk";
import { childProcesses } from "../support/child-processes.ts";
import { type RunningServer, startServer } from "../support/running-server.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { smallPdf } from "../support/small-pdf.ts";
import { until } from "../support/until.ts";

/**
 * Uploads files of all kinds while the service or its prepare processes are killed at random moments.
 * `QUARRY_TEST_KILLS` sets the number of kills (default 3).
 */
const KILLS = Number(process.env.QUARRY_TEST_KILLS ?? 3);
const SEED = Number(process.env.QUARRY_TEST_SEED ?? Date.now() % 1e9);
const MAX_DELAY_MS = 900;

let server: RunningServer;
let spaceId: string;
const random = seededRandom(SEED);
/** The acknowledged uploads by filename, with the status that each must reach. */
const uploads = new Map<string, { readonly status: "COMPLETED" | "FAILED"; readonly word: string }>();

const connect = () =>
  new Quarry({ apiKey: server.rootKey, baseUrl: server.baseUrl, maxRetries: 0, timeoutMs: 20_000 });

beforeAll(async () => {
  server = await startServer({ env: { QUARRY_JOB_LEASE_MS: "2000" } });
  spaceId = (await connect().spaces.create({ name: "Killed" })).space.id;
}, 120_000);
afterAll(() => server?.stop(), 60_000);

/** A short and a long text, a PDF, which a prepare process reads, and a damaged PDF. */
function files(round: number) {
  const word = (kind: string) => `${kind}${SEED}x${round}x`;
  const pages = Array.from({ length: 60 }, (_, page) => `${word("pdf")} stands on page ${page + 1}.`);
  const bytes = (data: Uint8Array) => ({
    content: Buffer.from(data).toString("base64"),
    encoding: "base64" as const,
  });
  return [
    { kind: "small", status: "COMPLETED", body: { content: `A ${word("small")} text.` } },
    {
      kind: "long",
      status: "COMPLETED",
      body: { content: `# Long\n\n${`About ${word("long")}. `.repeat(20_000)}` },
    },
    { kind: "pdf", status: "COMPLETED", body: bytes(smallPdf(pages)) },
    {
      kind: "broken",
      status: "FAILED",
      body: bytes(new TextEncoder().encode(`%PDF-1.4\n${word("broken")}`)),
    },
  ].map((file) => ({ ...file, word: word(file.kind), filename: `${round}-${file.kind}` }) as const);
}

async function upload(round: number): Promise<void> {
  const quarry = connect();
  await Promise.all(
    files(round).map(async ({ filename, status, word, body }) => {
      // An interrupted upload was not acknowledged, so it may be lost.
      const sent = await quarry.documents.upload({ spaceId, filename, ...body }).catch(() => undefined);
      if (sent) uploads.set(filename, { status: status as "COMPLETED" | "FAILED", word });
    }),
  );
}

/** Kills only the prepare processes. */
function killPrepareProcesses(): void {
  for (const pid of childProcesses(server.pid, "prepare/child.ts")) process.kill(pid, "SIGKILL");
}

test(
  `acknowledged uploads reach their final status despite ${KILLS} kills (seed ${SEED})`,
  async () => {
    let onlyPrepareProcesses = false;
    for (let round = 0; round < KILLS; round += 1) {
      const uploading = upload(round);
      await Bun.sleep(random() * MAX_DELAY_MS);
      // Never twice in a row: the server rejects a file whose process crashes 3 times.
      onlyPrepareProcesses = !onlyPrepareProcesses && random() < 0.4;
      if (onlyPrepareProcesses) {
        killPrepareProcesses();
        await uploading;
      } else {
        await server.kill();
        await uploading;
        await server.restart();
      }
    }
    const quarry = connect();
    const finished = await until(
      "all documents to be COMPLETED or FAILED",
      async () => {
        const documents: Document[] = [];
        for await (const document of quarry.documents.list({ spaceId, pageSize: 100 }))
          documents.push(document);
        return documents.every(({ status }) => status === "COMPLETED" || status === "FAILED")
          ? documents
          : undefined;
      },
      60_000 + KILLS * 2000,
    );
    // Every acknowledged upload exists exactly once. Unacknowledged uploads may exist too.
    const byName = Map.groupBy(finished, ({ filename }) => filename);
    for (const [filename, { status, word }] of uploads) {
      const [document, ...others] = byName.get(filename) ?? [];
      const outcome = { filename, others, status: document?.status, error: document?.errorMessage };
      expect(outcome).toMatchObject({ filename, others: [], status });
      if (document?.status === "FAILED") expect(document.errorMessage).toContain("damaged");
      const { results } = await quarry.query({ query: word, spaceIds: spaceId, mode: "lexical", topK: 100 });
      const found = new Set(
        results.filter(({ chunk }) => chunk.content.includes(word)).map((hit) => hit.document.id),
      );
      expect({ filename, found: [...found] }).toEqual({
        filename,
        found: status === "COMPLETED" && document ? [document.id] : [],
      });
    }
    expect(uploads.size).toBeGreaterThan(KILLS / 2);
  },
  120_000 + KILLS * 10_000,
);

test("the doctor finds no problems", async () => {
  await server.end();
  const { code, output } = await server.command("doctor");
  expect({ code, output }).toEqual({ code: 0, output: expect.any(String) });
}, 120_000);
