import { Quarry } from "@quarry/sdk";
import type { Page } from "playwright-core";
import { createOwner } from "../../dashboard/create-owner.ts";
import { Progress } from "../../eval/progress.ts";
import { startBrowser, type TestBrowser } from "../../support/browser.ts";
import { type RunningServer, startServer } from "../../support/running-server.ts";

const OWNER = { name: "Olive Owner", email: "owner@example.com", password: "a long enough password" };
const BATCH = 100;
const CALLERS = 3;
/** The shortest passages that a space can have, so that 10,000 of them are two megabytes. */
const PASSAGE_TOKENS = 50;
const SENTENCE =
  "is a sentence of the log of the harbour that fills a short passage without a word too many.";
const PROCESSING_MS = 600_000;

/** A server with a long list and a long document, and a page of its owner. */
export interface DashboardStage {
  readonly server: RunningServer;
  readonly browser: TestBrowser;
  readonly page: Page;
  /** Path of the long document's page. */
  readonly documentPath: string;
  readonly documentCount: number;
  readonly passageCount: number;
  close(): Promise<void>;
}

/** Starts the server and the browser, and stores the documents. */
export async function openDashboardStage(sizes: {
  readonly documents: number;
  readonly passages: number;
}): Promise<DashboardStage> {
  const server = await startServer({ env: { QUARRY_CHECK_ANSWERS: "false" } });
  const browser = await startBrowser();
  const close = async () => {
    await browser.stop();
    await server.stop();
  };
  try {
    const page = await browser.newPage();
    await createOwner(page, server, OWNER);
    const quarry = new Quarry({ apiKey: server.rootKey, baseUrl: server.baseUrl, timeoutMs: 600_000 });
    await storeMany(quarry, sizes.documents);
    const long = await storeLong(quarry, sizes.passages);
    const { pagination } = await quarry.documents.list({ spaceId: "many", pageSize: 1 });
    return {
      ...{ server, browser, page, close },
      documentPath: `/app/spaces/long/documents/${long.id}`,
      documentCount: pagination.total,
      passageCount: long.chunkCount,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function storeMany(quarry: Quarry, count: number): Promise<void> {
  await quarry.spaces.create({ name: "Many", slug: "many" });
  const progress = new Progress("documents", count);
  let next = 0;
  const caller = async () => {
    for (let start = next; start < count; start = next) {
      next += BATCH;
      const documents = Array.from({ length: Math.min(BATCH, count - start) }, (_, at) => ({
        filename: `papers/${Math.floor((start + at) / 1000)}/sheet-${start + at}.txt`,
        content: `Sheet ${start + at} ${SENTENCE}`,
      }));
      await quarry.documents.upsertBatch({ spaceId: "many", documents });
      progress.advance(documents.length);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  console.log(`stored ${count} documents in ${progress.end().toFixed(0)} s`);
}

async function storeLong(quarry: Quarry, passages: number) {
  await quarry.spaces.create({ name: "Long", slug: "long", chunking: { maxTokens: PASSAGE_TOKENS } });
  const paragraphs = Array.from({ length: passages }, (_, at) => `${at}. Day ${at} ${SENTENCE} It has two.`);
  const file = new TextEncoder().encode(paragraphs.join("\n\n"));
  const stored = await quarry.documents.upsert(
    { spaceId: "long", filename: "log.txt", file },
    { timeoutMs: PROCESSING_MS },
  );
  return stored.document;
}
