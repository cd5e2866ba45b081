import { expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { Quarry } from "@quarry/sdk";
import { FOLDERS } from "../../server/src/modules/archives/archive-format.ts";
import { type FolderToWrite, writeArchive } from "../../server/src/modules/archives/archive-writer.ts";
import { startServer } from "../support/running-server.ts";
import { documentFolder, spaceFolder } from "./sample-archives.ts";

// Imports and exports stream: the server holds only a small part of an archive in memory, even when the client reads
// slowly.

const FILES = 12;
const FILE_BYTES = 50_000_000;
/** Allowed growth of the peak memory for 600 MB of files. Includes garbage that the runtime has not collected yet. */
const MAX_GROWTH_BYTES = 250_000_000;

test("an archive of 600 MB is imported and exported with bounded memory", async () => {
  const server = await startServer();
  try {
    const quarry = new Quarry({ baseUrl: server.baseUrl, apiKey: server.rootKey, maxRetries: 0 });
    const before = await peakBytes(server.pid);
    const archive = new Response(writeArchive(folders(), new Date(0))).body;
    if (!archive) throw new Error("the response has no body");
    const { space, documents } = await quarry.spaces.import(archive);
    expect(documents).toBe(FILES);

    const exported = await quarry.spaces.export(space.id);
    const reader = exported.getReader();
    let size = (await reader.read()).value?.length ?? 0;
    // The server must not read ahead while the client pauses.
    await Bun.sleep(1000);
    for (let next = await reader.read(); !next.done; next = await reader.read()) size += next.value.length;
    expect(size).toBeGreaterThan(FILES * FILE_BYTES);
    expect((await peakBytes(server.pid)) - before).toBeLessThan(MAX_GROWTH_BYTES);
  } finally {
    await server.stop();
  }
}, 120_000);

async function* folders(): AsyncGenerator<FolderToWrite> {
  yield spaceFolder();
  for (let number = 1; number <= FILES; number += 1) {
    const [record] = documentFolder(number, { filename: `${number}.bin` }).entries;
    if (!record) throw new Error("the folder has no record");
    const file = { name: "file", size: FILE_BYTES, bytes: zeros() };
    yield { kind: "document", path: FOLDERS.document(number), entries: [record, file] };
  }
}

function* zeros(): Generator<Uint8Array> {
  for (let left = FILE_BYTES; left > 0; left -= 1_000_000) yield new Uint8Array(1_000_000);
}

/** The peak resident memory of a process, in bytes. */
async function peakBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmHWM:\s*(\d+) kB/m.exec(status)?.[1]) * 1024;
}
