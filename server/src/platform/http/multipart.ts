import type { Readable } from "node:stream";
import Busboy from "@fastify/busboy";
import { QuarryError } from "@quarry/core";
import { whileReceiving } from "./call-deadline.ts";
import { bodyTooLarge, brokeOff } from "./request-body.ts";

/** A file of a form, read as a stream. */
export interface FormFile {
  /** From the header of its part; empty when the header has none. */
  readonly filename: string;
  readonly mimeType: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Receives the parts of a form in the order of the body. */
export interface FormReader {
  field(name: string, value: string): void;
  /** Resolves when it needs no more of the file; the rest is skipped. */
  file(name: string, file: FormFile): Promise<void>;
}

/** How much all fields of a form may have together, and so what a form holds in memory. */
export const MAX_FIELDS_BYTES = 1_000_000;

const NO_NAME = "A part of it has no name.";
const LIMITS = { parts: 50, headerPairs: 20, headerSize: 16_384, fieldSize: MAX_FIELDS_BYTES };

/**
 * Reads a multipart body as a stream: memory holds only its fields and one piece of a file.
 * @throws QuarryError `payload_too_large`, or `invalid_request` when the body is malformed or ends too early, and the
 * errors of `reader`. All reads of files have ended by then.
 */
export async function readMultipart(request: Request, maxBytes: number, reader: FormReader): Promise<void> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw bodyTooLarge(maxBytes);
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  failed.catch(() => undefined);
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  let fieldsBytes = 0;
  const files: { readonly stream: Readable; readonly reading: Promise<void> }[] = [];
  const parser = parserOf(request)
    .on("field", (name: string | undefined, value: string, _, isTruncated: boolean) => {
      fieldsBytes += Buffer.byteLength(value);
      if (name === undefined) fail(malformed(NO_NAME));
      else if (isTruncated) fail(tooLarge(`The part ${JSON.stringify(name.slice(0, 100))} is`));
      else if (fieldsBytes > MAX_FIELDS_BYTES) fail(tooLarge("All parts without a file are together"));
      else reader.field(name, value);
    })
    .on(
      "file",
      (name: string | undefined, stream: Readable, filename: string | undefined, _, mimeType: string) => {
        if (name === undefined) {
          stream.on("error", () => undefined).resume();
          return fail(malformed(NO_NAME));
        }
        const broken = malformed("A part of it ends too early.");
        let failure: unknown;
        const reading = reader.file(name, { filename: filename ?? "", mimeType, bytes: stream });
        reading.then(
          () => stream.resume(),
          (error) => fail(error === failure ? broken : error),
        );
        // Without a listener, Node ends the process. A reader that stops with an error of its own destroys the stream too.
        stream.on("error", (error) => {
          failure = error;
          void reading.then(
            () => fail(broken),
            () => undefined,
          );
        });
        files.push({ stream, reading });
      },
    )
    .on("partsLimit", () => fail(malformed(`It has more than ${LIMITS.parts} parts.`)))
    .on("error", () => fail(malformed("Separate the parts with the boundary of the Content-Type.")))
    .on("finish", finish);

  const body = request.body?.getReader();
  try {
    for (let size = 0; body; ) {
      const { value, done } = await Promise.race([
        whileReceiving(request, body.read()).catch(brokeOff),
        failed,
      ]);
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
    throw malformed("Its Content-Type must have a boundary.");
  }
}

function malformed(problem: string): QuarryError {
  return new QuarryError("invalid_request", `The multipart body is malformed. ${problem}`);
}

function tooLarge(what: string): QuarryError {
  return new QuarryError("payload_too_large", `${what} larger than ${MAX_FIELDS_BYTES} bytes.`);
}
