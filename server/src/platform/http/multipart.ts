import type { Readable } from "node:stream";
import Busboy from "@fastify/busboy";
import { QuarryError } from "@quarry/core";
import { bodyTooLarge, brokeOff } from "./request-body.ts";

/** A file of a form, while it comes in. */
export interface FormFile {
  /** What its part says of it; empty where it says nothing. */
  readonly filename: string;
  readonly mimeType: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Takes the parts of a form in the order in which they come. */
export interface FormReader {
  field(name: string, value: string): void;
  /** Resolves when it needs no more of the file; the rest is then passed over. */
  file(name: string, file: FormFile): Promise<void>;
}

const LIMITS = { parts: 50, headerPairs: 20, headerSize: 16_384, fieldSize: 1_000_000 };

/**
 * Reads a multipart body piece by piece: no more of it is in memory than its fields and a piece of a file.
 * @throws QuarryError `payload_too_large`, or `invalid_request` when it is malformed or ends too early; and whatever
 * `reader` throws. No file is being read any more by then.
 */
export async function readMultipart(request: Request, maxBytes: number, reader: FormReader): Promise<void> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw bodyTooLarge(maxBytes);
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  failed.catch(() => undefined);
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  const files: { readonly stream: Readable; readonly reading: Promise<void> }[] = [];
  const parser = parserOf(request)
    .on("field", (name: string, value: string, _, isTruncated: boolean) => {
      if (isTruncated) fail(fieldTooLarge(name));
      else reader.field(name, value);
    })
    .on("file", (name: string, stream: Readable, filename: string | undefined, _, mimeType: string) => {
      const reading = reader.file(name, { filename: filename ?? "", mimeType, bytes: stream });
      reading.then(() => stream.resume(), fail);
      files.push({ stream, reading });
    })
    .on("partsLimit", () => fail(malformed(`It has more than ${LIMITS.parts} parts.`)))
    .on("error", () => fail(malformed("Send the parts with their boundary.")))
    .on("finish", finish);

  const body = request.body?.getReader();
  try {
    for (let size = 0; body; ) {
      const { value, done } = await Promise.race([body.read().catch(brokeOff), failed]);
      if (done) break;
      size += value.byteLength;
      if (size > maxBytes) throw bodyTooLarge(maxBytes);
      if (!parser.write(value))
        await Promise.race([new Promise((drained) => parser.once("drain", drained)), failed]);
    }
    parser.end();
    await Promise.race([finished, failed]);
    for (const { reading } of files) await reading;
  } catch (error) {
    for (const { stream } of files) stream.destroy(new Error("the form could not be read"));
    await Promise.allSettled([body?.cancel(), ...files.map(({ reading }) => reading)]);
    throw error;
  }
}

function parserOf(request: Request) {
  try {
    return new Busboy({
      headers: { "content-type": request.headers.get("content-type") ?? "" },
      limits: LIMITS,
    });
  } catch {
    throw malformed("Its Content-Type must name a boundary.");
  }
}

function malformed(problem: string): QuarryError {
  return new QuarryError("invalid_request", `The multipart body is malformed. ${problem}`);
}

function fieldTooLarge(name: string): QuarryError {
  return new QuarryError(
    "payload_too_large",
    `The part ${JSON.stringify(name.slice(0, 100))} is larger than ${LIMITS.fieldSize} bytes.`,
  );
}
