/** A file to upload: a path (not in browsers), bytes, a Blob or a stream of bytes. */
export type FileInput =
  | string
  | Blob
  | ArrayBuffer
  | Uint8Array
  | ReadableStream<Uint8Array>
  // Includes Node's streams.
  | AsyncIterable<Uint8Array>;

/** A file that can be read for an upload. */
export interface FileSource {
  /** The file's own name, if it has one. */
  readonly filename: string | undefined;
  /** Undefined for streams. */
  readonly sizeBytes: number | undefined;
  /** The content, if it is already in memory. */
  readonly blob: Blob | undefined;
  /** False for streams, which can be read only once. */
  readonly isRepeatable: boolean;
  /** Reads the content from the beginning. */
  read(): AsyncIterable<Uint8Array>;
}

/** The functions used from `node:fs`, which Bun and Deno have too. */
interface NodeFiles {
  createReadStream(path: string): AsyncIterable<Uint8Array>;
  readonly promises: { stat(path: string): Promise<{ readonly size: number; isDirectory(): boolean }> };
}

/**
 * Creates a source for any kind of file input.
 * @throws TypeError for a path in a browser, for a folder, and for unsupported values.
 */
export async function fileSource(file: FileInput): Promise<FileSource> {
  if (typeof file === "string") return pathSource(file);
  if (typeof ReadableStream !== "undefined" && file instanceof ReadableStream)
    return streamSource(() => chunksOf(file));
  const isBlob = file instanceof Blob;
  if (!isBlob && !(file instanceof ArrayBuffer) && !ArrayBuffer.isView(file)) {
    if (typeof file === "object" && file !== null && Symbol.asyncIterator in file)
      return streamSource(() => file);
    // The Blob constructor would accept any other value and store its string form.
    throw new TypeError("file must be a path, a File or Blob, bytes, or a stream of bytes.");
  }
  const blob = isBlob ? file : new Blob([file as BlobPart]);
  return {
    filename: "name" in file && typeof file.name === "string" ? baseName(file.name) : undefined,
    sizeBytes: blob.size,
    blob,
    isRepeatable: true,
    read: () => chunksOf(blob.stream()),
  };
}

const streamSource = (read: FileSource["read"]): FileSource => ({
  ...{ filename: undefined, sizeBytes: undefined, blob: undefined, isRepeatable: false },
  read,
});

async function pathSource(path: string): Promise<FileSource> {
  const files = await nodeFiles();
  const stats = await files.promises.stat(path);
  if (stats.isDirectory()) throw new TypeError(`${path} is a folder. Upload its files one by one.`);
  return {
    filename: baseName(path),
    sizeBytes: stats.size,
    blob: undefined,
    isRepeatable: true,
    read: () => files.createReadStream(path),
  };
}

/** True on Node, Bun and Deno, which can read files by path and stream request bodies. */
export function isServerRuntime(): boolean {
  const { process } = globalThis as { process?: { versions?: { node?: string } } };
  // Bun and Deno define this too.
  return typeof process?.versions?.node === "string";
}

async function nodeFiles(): Promise<NodeFiles> {
  if (!isServerRuntime())
    throw new TypeError("File paths are not supported in browsers. Pass a File, a Blob or bytes.");
  // A variable instead of a literal, so that bundlers for browsers do not try to resolve it.
  const name = "node:fs";
  return (await import(/* webpackIgnore: true */ /* @vite-ignore */ name)) as NodeFiles;
}

async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    // Also runs if the consumer stops early.
    reader.cancel().catch(() => undefined);
  }
}

/** The last segment of a path. */
export function baseName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}
