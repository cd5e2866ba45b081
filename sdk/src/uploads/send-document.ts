import type { Metadata } from "@quarry/schema";
import { type ApiPromise, convertData } from "../http/api-promise.ts";
import type { Call } from "../http/call.ts";
import type { CallOptions } from "../http/options.ts";
import type { Transport } from "../http/transport.ts";
import { type FileInput, fileSource } from "./file-source.ts";
import { formBody, type UploadProgress } from "./form-body.ts";

/** Fields that every kind of document input has. */
interface DocumentFields {
  readonly metadata?: Metadata | undefined;
  /** Media type. Default: detected from the bytes and the filename. */
  readonly mimeType?: string | undefined;
}

/** A document given as text or as base64. */
interface WithContent extends DocumentFields {
  readonly filename: string;
  readonly content: string;
  readonly encoding?: "text" | "base64" | undefined;
  readonly file?: undefined;
}

/** A document given as a file with a name: a path or a `File`. */
interface WithNamedFile extends DocumentFields {
  /** Default: the file's own name. */
  readonly filename?: string | undefined;
  readonly file: string | File;
  readonly content?: undefined;
  readonly encoding?: undefined;
}

/** A document given as bytes. */
interface WithFile extends DocumentFields {
  readonly filename: string;
  readonly file: FileInput;
  readonly content?: undefined;
  readonly encoding?: undefined;
}

/** A document: its content, as text or as a file, and its metadata. */
export type ContentOrFile = WithContent | WithNamedFile | WithFile;

/** Options of a call that sends a document. */
export interface SendOptions extends CallOptions {
  /** Called while a file is sent. Each attempt starts at 0. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** The default timeout of a file upload. Large files take long, and an upsert includes the processing. */
const FILE_TIMEOUT_MS = 600_000;

/** Sends a document: text as JSON, a file as a form. `fields` are added to the document's own fields. */
export function sendDocument<Result>(
  transport: Transport,
  call: Pick<Call, "method" | "path">,
  document: ContentOrFile,
  { onProgress, ...options }: SendOptions = {},
  fields: Readonly<Record<string, string>> = {},
): ApiPromise<Result> {
  const { file, ...described } = document;
  if (file === undefined) return transport.send({ ...call, body: { ...fields, ...described } }, options);
  let sizeBytes: number | undefined;
  const prepare = async (): Promise<Call> => {
    const source = await fileSource(file);
    sizeBytes = source.sizeBytes;
    const { filename = source.filename, metadata, mimeType } = described;
    if (!filename) throw new TypeError("The file has no name. Pass filename.");
    const optional = { ...fields, filename, metadata: metadata && JSON.stringify(metadata), mimeType };
    const texts = Object.entries(optional).filter(
      (field): field is [string, string] => field[1] !== undefined,
    );
    return { ...call, form: await formBody(Object.fromEntries(texts), source, onProgress) };
  };
  const sent = transport.send<Result>(prepare, {
    ...options,
    timeoutMs: options.timeoutMs ?? FILE_TIMEOUT_MS,
  });
  return convertData(sent, (result) => {
    if (sizeBytes !== undefined) onProgress?.({ loadedBytes: sizeBytes, totalBytes: sizeBytes });
    return result;
  });
}
