import { Quarry } from "@quarry/sdk";
import { memoryOf } from "../../eval/files/process-memory.ts";
import { Progress } from "../../eval/progress.ts";
import { type RunningServer, startServer } from "../../support/running-server.ts";
import { linesOf, sampleText } from "./sample-text.ts";

const DOCUMENT_CHARS = 5000;
const LINE_CHARS = 90;
const CALLERS = 16;
const WARM_UP = 500;
/** Time for the runtime to return unused memory to the system. */
const SETTLE_MS = 60_000;
const LARGE_FILES = 40;
const LARGE_BYTES = 50_000_000;

/** Measures the throughput of small documents and of large files through `POST`, and the server's memory afterwards. */
export async function benchUploads(count: number): Promise<void> {
  const server = await startServer();
  try {
    const quarry = new Quarry({ apiKey: server.rootKey, baseUrl: server.baseUrl, timeoutMs: 600_000 });
    const documents = markdownDocuments();
    await inNewSpace(quarry, (spaceId) => uploadAll(quarry, spaceId, documents, WARM_UP));
    await uploadLarge(server, quarry, 2);
    const before = await settledBytes(server);
    await inNewSpace(quarry, async (spaceId) => {
      const { accepted, processed } = await uploadAll(quarry, spaceId, documents, count);
      const rate = (seconds: number) => `${(count / seconds).toFixed(0)}/s`;
      console.log(
        `${count} Markdown documents of 5 kB: accepted ${rate(accepted)}, searchable ${rate(processed)}`,
      );
      report("with the documents in the indexes", before, await settledBytes(server));
    });
    report("after their purge", before, await settledBytes(server));
    const seconds = await uploadLarge(server, quarry, LARGE_FILES);
    const megabytes = (LARGE_FILES * LARGE_BYTES) / 1e6;
    console.log(`${LARGE_FILES} files of 50 MB by multipart: ${(megabytes / seconds).toFixed(0)} MB/s`);
    report("after the large files", before, await settledBytes(server));
  } finally {
    await server.stop();
  }
}

async function inNewSpace(quarry: Quarry, task: (spaceId: string) => Promise<unknown>): Promise<void> {
  const { space } = await quarry.spaces.create({ name: "Ingest" });
  await task(space.id);
  await quarry.spaces.purge(space.id);
}

function* markdownDocuments(): Generator<string> {
  const lines = linesOf(sampleText(), LINE_CHARS);
  for (let number = 1; ; number += 1) {
    let content = `# Report ${number}\n`;
    for (let section = 1; content.length < DOCUMENT_CHARS; section += 1) {
      content += `\n## Section ${section}\n\n`;
      for (let line = 0; line < 9; line += 1) content += `${lines.next().value}\n`;
    }
    yield content.slice(0, DOCUMENT_CHARS);
  }
}

async function uploadAll(
  quarry: Quarry,
  spaceId: string,
  documents: Iterator<string>,
  count: number,
): Promise<{ accepted: number; processed: number }> {
  const progress = new Progress("documents", count);
  let started = 0;
  const caller = async (): Promise<void> => {
    while (started < count) {
      started += 1;
      const filename = `report-${started}.md`;
      await quarry.documents.upload({ spaceId, filename, content: String(documents.next().value) });
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  const accepted = progress.seconds;
  const total = async (status?: "COMPLETED" | "FAILED") => {
    const { pagination } = await quarry.documents.list({
      spaceId,
      pageSize: 1,
      ...(status === undefined ? {} : { status }),
    });
    return pagination.total;
  };
  for (let done = 0; done < count; ) {
    await Bun.sleep(200);
    const now = await total("COMPLETED");
    progress.advance(now - done);
    done = now;
    if ((await total("FAILED")) > 0) throw new Error("The server failed to process a document.");
  }
  return { accepted, processed: progress.end() };
}

/** Uploads files of an unsupported type, so that only the upload is measured. Returns the duration in seconds. */
async function uploadLarge(server: RunningServer, quarry: Quarry, count: number): Promise<number> {
  const bytes = new Uint8Array(LARGE_BYTES).fill(7);
  const start = performance.now();
  await inNewSpace(quarry, async (spaceId) => {
    for (let number = 0; number < count; number += 1) {
      const form = new FormData();
      form.set("spaceId", spaceId);
      form.set("file", new File([bytes], `large-${number}.bin`));
      const headers = { authorization: `Bearer ${server.rootKey}` };
      const response = await fetch(`${server.baseUrl}/api/documents`, {
        method: "POST",
        headers,
        body: form,
      });
      await response.text();
      if (response.status !== 201) throw new Error(`An upload returned status ${response.status}.`);
    }
  });
  return (performance.now() - start) / 1000;
}

/** Returns the server's memory after a pause in which it can release unused memory. */
async function settledBytes(server: RunningServer): Promise<number> {
  await Bun.sleep(SETTLE_MS);
  return memoryOf(server.pid);
}

function report(when: string, before: number, after: number): void {
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0);
  console.log(
    `memory ${when}: ${megabytes(before)} -> ${megabytes(after)} MB, ${(after / before).toFixed(2)} x`,
  );
}
