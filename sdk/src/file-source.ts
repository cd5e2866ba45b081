/** A file to be sent: a path (not in browsers), bytes, or something that gives them. */
export type FileInput =
  | string
  | Blob
  | ArrayBuffer
  | Uint8Array
  | ReadableStream<Uint8Array>
  // Node's own streams are that.
  | AsyncIterable<Uint8Array>;

/** A file as it is sent. */
export interface FileSource {
  /** The file's own name, where it has one. */
  readonly filename: string | undefined;
  /** Undefined where it is known only in the end. */
  readonly sizeBytes: number | undefined;
  /** Everything at once, where it is at hand. */
  readonly blob: Blob | undefined;
  /** False for what can be read only once. */
  readonly isRepeatable: boolean;
  /** Reads it from its beginning. */
  read(): AsyncIterable<Uint8Array>;
}

/** The part of Node's file system that is used; Bun and Deno have it too. */
interface NodeFiles {
  createReadStream(path: string): AsyncIterable<Uint8Array>;
  readonly promises: { stat(path: string): Promise<{ readonly size: number; isDirectory(): boolean }> };
}

/**
 * Makes a source of whatever a file is given as.
 * @throws TypeError for a path where there are no files, and for what is no file.
 */
export async function fileSource(file: FileInput): Promise<FileSource> {
  if (typeof file === "string") return pathSource(file);
  if (file instanceof ReadableStream) return streamSource(() => piecesOf(file));
  const isBlob = file instanceof Blob;
  if (!isBlob && !(file instanceof ArrayBuffer) && !ArrayBuffer.isView(file)) {
    if (typeof file === "object" && file !== null && Symbol.asyncIterator in file)
      return streamSource(() => file);
    // A Blob would be made of it all the same: of its name, which nobody wants to find.
    throw new TypeError("file must be a path, a File or Blob, bytes, or a stream of bytes.");
  }
  const blob = isBlob ? file : new Blob([file as BlobPart]);
  return {
    filename: "name" in file && typeof file.name === "string" ? baseName(file.name) : undefined,
    sizeBytes: blob.size,
    blob,
    isRepeatable: true,
    read: () => piecesOf(blob.stream()),
  };
}

const streamSource = (read: FileSource["read"]): FileSource => ({
  ...{ filename: undefined, sizeBytes: undefined, blob: undefined, isRepeatable: false },
  read,
});

async function pathSource(path: string): Promise<FileSource> {
  const files = await nodeFiles();
  const found = await files.promises.stat(path);
  if (found.isDirectory()) throw new TypeError(`${path} is a folder: files are sent one by one.`);
  return {
    filename: baseName(path),
    sizeBytes: found.size,
    blob: undefined,
    isRepeatable: true,
    read: () => files.createReadStream(path),
  };
}

/** True where files have paths, and a body may be sent while it is being read. */
export function isServerRuntime(): boolean {
  const { process } = globalThis as { process?: { versions?: { node?: string } } };
  // Deno and Bun say so too.
  return typeof process?.versions?.node === "string";
}

async function nodeFiles(): Promise<NodeFiles> {
  if (!isServerRuntime())
    throw new TypeError("There are no paths here: pass the file itself, e.g. a File or bytes.");
  // Not written out, so that no bundler for browsers looks for it.
  const name = "node:fs";
  return (await import(/* webpackIgnore: true */ /* @vite-ignore */ name)) as NodeFiles;
}

async function* piecesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    // Whoever stops early wants no more of it.
    reader.cancel().catch(() => undefined);
  }
}

/** The last part of a path. */
export function baseName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}
