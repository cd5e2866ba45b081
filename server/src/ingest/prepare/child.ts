import { writeSync } from "node:fs";
import { type ParseProgress, QuarryError } from "@quarry/core";
import { createParserRegistry, type OcrOptions } from "@quarry/parsers";
import { createByteReader } from "../../platform/byte-reader.ts";
import { encodeMessage, type PrepareMessage, type PrepareRequest } from "./messages.ts";
import { prepareDocument } from "./prepare-document.ts";

/**
 * The program of a prepare process, which isolates the server from hostile files. It reads files from standard input one
 * after another and reports its progress. The server kills it when it exceeds its limits.
 */

// Libraries must not print parts of a tenant's files.
for (const name of ["log", "info", "debug", "warn", "error"] as const) console[name] = () => undefined;

// pdf.js drops promises that reject on damaged files. The parser's own promise tells whether the file was read.
process.on("unhandledRejection", () => undefined);

// Runs in a thread of its own, because a parser may block this one when the parent is killed.
new Worker(new URL("./orphan-guard.ts", import.meta.url)).unref();

const parsers = createParserRegistry({ ocr: JSON.parse(process.argv[2] ?? "{}") as OcrOptions });
const output = Bun.stdout.writer();

/** Writes synchronously, because the parser may block this thread afterwards. A pipe accepts such a small write whole. */
function reportProgress(progress: ParseProgress): void {
  try {
    writeSync(1, encodeMessage({ kind: "progress", progress }));
  } catch {
    // The pipe is full. The next report replaces this one.
  }
}

async function answer(request: PrepareRequest, bytes: Uint8Array): Promise<PrepareMessage> {
  try {
    const document = await prepareDocument(parsers, { ...request, bytes }, reportProgress);
    return { kind: "done", document };
  } catch (error) {
    if (QuarryError.isInstance(error)) return { kind: "refused", message: error.message };
    return { kind: "broken", ...withoutMessage(error) };
  }
}

/** The name and the frames of an error. Some libraries throw objects that only look like errors. */
function withoutMessage(error: unknown): { readonly error: string; readonly stack: string } {
  const parts = (typeof error === "object" && error !== null ? error : {}) as Readonly<
    Record<string, unknown>
  >;
  const [name, message, stack] = [parts.name, parts.message, parts.stack].map((part) => String(part ?? ""));
  const at = stack?.indexOf(message ?? "") ?? -1;
  return {
    error: name || "Unknown",
    stack: at < 0 ? (stack ?? "") : (stack ?? "").slice(at + (message ?? "").length),
  };
}

const input = createByteReader(Bun.stdin.stream());
for (let line = await input.line(); line !== undefined; line = await input.line()) {
  const request = JSON.parse(line) as PrepareRequest;
  output.write(encodeMessage(await answer(request, await input.bytes(request.size))));
  await output.flush();
}
process.exit(0);
