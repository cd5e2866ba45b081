import { writeSync } from "node:fs";
import { type ParseProgress, QuarryError } from "@quarry/core";
import { createParserRegistry } from "@quarry/parsers";
import { createByteReader } from "../../platform/byte-reader.ts";
import { encodeMessage, type PrepareMessage, type PrepareRequest } from "./messages.ts";
import { prepareDocument } from "./prepare-document.ts";

/**
 * A process of its own for files, which may be made to hurt: it reads one after the other from its input, says how far
 * it is, and is killed from outside when it takes too much.
 */

// What libraries print of a tenant's files belongs nowhere.
for (const name of ["log", "info", "debug", "warn", "error"] as const) console[name] = () => undefined;

// Its parent may be killed while a parser keeps this thread busy.
new Worker(new URL("./orphan-guard.ts", import.meta.url)).unref();

const parsers = createParserRegistry({ ocrLanguages: process.argv.slice(2) });
const output = Bun.stdout.writer();

/** At once, as what comes next may keep this thread for long. A pipe takes so little as one piece. */
function sayProgress(progress: ParseProgress): void {
  try {
    writeSync(1, encodeMessage({ kind: "progress", progress }));
  } catch {
    // A full pipe: the next one will do.
  }
}

async function answer(request: PrepareRequest, bytes: Uint8Array): Promise<PrepareMessage> {
  try {
    const document = await prepareDocument(parsers, { ...request, bytes }, sayProgress);
    return { kind: "done", document };
  } catch (error) {
    if (QuarryError.isInstance(error)) return { kind: "refused", message: error.message };
    return { kind: "broken", message: error instanceof Error ? error.message : String(error) };
  }
}

const input = createByteReader(Bun.stdin.stream());
for (let line = await input.line(); line !== undefined; line = await input.line()) {
  const request = JSON.parse(line) as PrepareRequest;
  output.write(encodeMessage(await answer(request, await input.bytes(request.size))));
  await output.flush();
}
process.exit(0);
