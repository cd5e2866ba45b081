import type { Metadata } from "@quarry/schema";
import { type ApiPromise, convertData } from "../http/api-promise.ts";
import type { Call } from "../http/call.ts";
import type { CallOptions } from "../http/options.ts";
import type { Transport } from "../http/transport.ts";
import { type FileInput, fileSource } from "./file-source.ts";
import { formBody, type UploadProgress } from "./form-body.ts";

/** Fields that every kind of document input has. */
interface DocumentFields {
  /**
   * A free-form JSON object, by which lists and queries filter: at most 65,536 characters of keys and values, and 32
   * levels. Default: empty.
   */
  readonly metadata?: Metadata | undefined;
  /** Media type. It counts only if neither the bytes nor the filename tell the type. Default: detected from them. */
  readonly mimeType?: string | undefined;
}

/** A document given as text or as base64. */
interface WithContent extends DocumentFields {
  /** Name of the document, unique in its space, 1 to 255 characters. */
  readonly filename: string;
  /**
   * The content: text of 1 to 10,000,000 characters, or with `encoding: "base64"` the bytes of a file, at most 100 MB
   * unless the operator sets another limit.
   */
  readonly content: string;
  /** How `content` is written: as text, or as a file's bytes in base64. Default: text. */
  readonly encoding?: "text" | "base64" | undefined;
  /** Give either `content` or `file`. */
  readonly file?: undefined;
}

/** A document given as a file with a name: a path or a `File`. */
interface WithNamedFile extends DocumentFields {
  /** Name of the document, unique in its space, 1 to 255 characters. Default: the file's own name, without its folder. */
  readonly filename?: string | undefined;
  /** A path (not in browsers), or a `File`. At most 100 MB unless the operator sets another limit. */
  readonly file: string | File;
  /** Give either `content` or `file`. */
  readonly content?: undefined;
  /** Only for `content`. */
  readonly encoding?: undefined;
}

/** A document given as bytes. */
interface WithFile extends DocumentFields {
  /** Name of the document, unique in its space, 1 to 255 characters. */
  readonly filename: string;
  /** The bytes of the file, at most 100 MB unless the operator sets another limit. */
  readonly file: FileInput;
  /** Give either `content` or `file`. */
  readonly content?: undefined;
  /** Only for `content`. */
  readonly encoding?: undefined;
}

/** A document: its content, as text or as a file, and its metadata. */
export type ContentOrFile = WithContent | WithNamedFile | WithFile;

/** Options of a call that sends a document. */
export interface SendOptions extends CallOptions {
  /** Called while a file is sent. Each attempt starts at 0. Not called for `content`. Default: none. */
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
