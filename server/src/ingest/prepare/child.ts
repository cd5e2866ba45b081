import { writeSync } from "node:fs";
import { type ParseProgress, type ParserRegistry, QuarryError } from "@quarry/core";
import { createParserRegistry, type ParserOptions, textParser, unpackArchive } from "@quarry/parsers";
import { LIMITS } from "@quarry/schema";
import { createByteReader } from "../../platform/byte-reader.ts";
import { isLongText, PIECE_BYTES, prepareLongText } from "./long-text.ts";
import { encodeMessage, type PrepareMessage, type PrepareRequest } from "./messages.ts";
import { describeArchive, type PreparedDocument, prepareDocument } from "./prepare-document.ts";
import { toPieces } from "./prepared-pieces.ts";

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

const options = JSON.parse(process.argv[2] ?? "{}") as ParserOptions;
const registry = createParserRegistry(options);
const PLAIN_TEXT: ParserRegistry = { typeOf: () => "text/plain", parse: textParser.parse };
const input = createByteReader(Bun.stdin.stream());
const output = Bun.stdout.writer();

/** Garbage is collected at most so often, above so much memory: by itself the collector lets twice the memory grow. */
const COLLECT_ABOVE_BYTES = 250_000_000;
const COLLECT_EVERY_MS = 250;
let collectedAt = 0;
/** Files of archives are sent in pieces of this size. */
const SENT_BYTES = 256 * 1024;

function collectGarbage(): void {
  if (performance.now() - collectedAt < COLLECT_EVERY_MS || process.memoryUsage.rss() < COLLECT_ABOVE_BYTES)
    return;
  Bun.gc(true);
  collectedAt = performance.now();
}

const parsers: ParserRegistry = {
  typeOf: registry.typeOf,
  async parse(input) {
    const parsed = await registry.parse(input);
    collectGarbage();
    return parsed;
  },
};

/** Writes synchronously, because the parser may block this thread afterwards. A pipe accepts such a small write whole. */
function reportProgress(progress: ParseProgress): void {
  collectGarbage();
  try {
    writeSync(1, encodeMessage({ kind: "progress", progress }));
  } catch {
    // The pipe is full. The next report replaces this one.
  }
}

async function answer(request: PrepareRequest): Promise<PrepareMessage> {
  try {
    return { kind: "done", document: await prepare(request) };
  } catch (error) {
    if (QuarryError.isInstance(error)) return { kind: "refused", message: error.message };
    return { kind: "broken", ...withoutMessage(error) };
  }
}

async function prepare(request: PrepareRequest): Promise<Omit<PreparedDocument, "text" | "chunks">> {
  const { size } = request;
  const head = await input.bytes(Math.min(size, PIECE_BYTES));
  if (size > PIECE_BYTES && isLongText(typeOf(request, head), head, size))
    return prepareLongText(input, request, head, {
      plainText: PLAIN_TEXT,
      maxTextChars: options.maxTextChars ?? LIMITS.contentMaxChars,
      take: sendPieces,
      progress: reportProgress,
    });
  const bytes = await input.fill(head, size);
  const archive = request.unpacks ? await unpack(request, bytes) : undefined;
  if (archive) return archive;
  const { text, chunks, ...described } = await prepareDocument(
    parsers,
    { ...request, bytes },
    reportProgress,
  );
  await sendPieces({ text, chunks }, 0);
  return described;
}

/** The type of a file by its first bytes, or an empty text: the list of an archive's entries is at its end. */
function typeOf({ filename, declaredMimeType }: PrepareRequest, head: Uint8Array): string {
  try {
    return parsers.typeOf({ bytes: head, filename, ...(declaredMimeType ? { declaredMimeType } : {}) });
  } catch {
    return "";
  }
}

/** Sends the files of an archive. Returns undefined if the file is no archive of files. */
async function unpack(
  { filename, declaredMimeType }: PrepareRequest,
  bytes: Uint8Array,
): Promise<Omit<PreparedDocument, "text" | "chunks"> | undefined> {
  const declared = declaredMimeType === undefined ? {} : { declaredMimeType };
  const parsed = await unpackArchive(
    parsers.typeOf,
    { bytes, filename, ...declared, onProgress: reportProgress },
    async (file) => {
      await send({ kind: "member", path: file.path });
      for (let at = 0; at < file.bytes.length; at += SENT_BYTES)
        await send({
          kind: "bytes",
          base64: Buffer.from(file.bytes.subarray(at, at + SENT_BYTES)).toString("base64"),
        });
      collectGarbage();
    },
  );
  if (!parsed) return undefined;
  const { text, chunks, ...described } = describeArchive(parsed);
  await sendPieces({ text, chunks }, 0);
  return described;
}

async function sendPieces(
  prepared: Pick<PreparedDocument, "text" | "chunks">,
  offset: number,
): Promise<void> {
  for (const piece of toPieces(prepared, offset)) await send(piece);
}

async function send(message: PrepareMessage): Promise<void> {
  output.write(encodeMessage(message));
  await output.flush();
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

for (let line = await input.line(); line !== undefined; line = await input.line()) {
  const request = JSON.parse(line) as PrepareRequest;
  await send(await answer(request));
}
process.exit(0);
