import type { Metadata } from "@quarry/schema";
import { type FileInput, fileSource } from "./file-source.ts";
import { formBody, type UploadProgress } from "./form-body.ts";
import type { CallOptions } from "./options.ts";
import type { Call, Transport } from "./transport.ts";

/** What goes with a document, however its content is given. */
interface Describing {
  readonly metadata?: Metadata | undefined;
  /** A media type; told from the bytes and the filename when left out. */
  readonly mimeType?: string | undefined;
}

/** A document given as text, or as base64 of bytes. */
interface WithContent extends Describing {
  readonly filename: string;
  readonly content: string;
  readonly encoding?: "text" | "base64" | undefined;
  readonly file?: undefined;
}

/** A document given as a file that has a name: a path, or a `File`. */
interface WithNamedFile extends Describing {
  /** The file's own name when left out. */
  readonly filename?: string | undefined;
  readonly file: string | File;
  readonly content?: undefined;
  readonly encoding?: undefined;
}

/** A document given as bytes. */
interface WithFile extends Describing {
  readonly filename: string;
  readonly file: FileInput;
  readonly content?: undefined;
  readonly encoding?: undefined;
}

/** A document's content, as text or as a file, and what goes with it. */
export type ContentOrFile = WithContent | WithNamedFile | WithFile;

/** Options of a call that sends a document. */
export interface SendOptions extends CallOptions {
  /** Is told how much of a file was sent; each attempt begins at 0. Browsers tell only the end. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** A large file takes its time, and an upsert is answered when all of it is processed. */
const PATIENT = { timeoutMs: 600_000 } as const;

/** Sends a document: a text as JSON, a file as a form. `fields` are further ones. */
export async function sendDocument<Answer>(
  transport: Transport,
  call: Pick<Call, "method" | "path">,
  document: ContentOrFile,
  { onProgress, ...options }: SendOptions = {},
  fields: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const { file, ...described } = document;
  if (file === undefined) return transport.send({ ...call, body: { ...fields, ...described } }, options);
  const source = await fileSource(file);
  const { filename = source.filename, metadata, mimeType } = described;
  if (!filename) throw new TypeError("This file has no name of its own: pass filename.");
  const given = { ...fields, filename, metadata: metadata && JSON.stringify(metadata), mimeType };
  const texts = Object.entries(given).filter((field): field is [string, string] => field[1] !== undefined);
  const form = await formBody(Object.fromEntries(texts), source, onProgress);
  const answer = await transport.send<Answer>({ ...call, form }, { ...PATIENT, ...options });
  const { sizeBytes } = source;
  if (sizeBytes !== undefined) onProgress?.({ loadedBytes: sizeBytes, totalBytes: sizeBytes });
  return answer;
}
