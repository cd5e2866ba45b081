import { FOLDERS } from "../../server/src/modules/archives/archive-format.ts";
import {
  entryOf,
  type FolderToWrite,
  jsonEntry,
  writeArchive,
} from "../../server/src/modules/archives/archive-writer.ts";
import { collectBytes } from "../../server/src/platform/bytes.ts";

/** The content of a valid `space.json`, the first entry of an archive. */
export const SPACE = {
  format: "quarry-archive",
  version: 1,
  exportedAt: "2026-01-31T08:30:00.000Z",
  space: {
    ...{ name: "Birds", slug: "birds", icon: "folder", description: "Birds", metadata: {} },
    ...{ chunking: {}, ranking: { vectorWeight: null } },
  },
};

/** The folder of a space, with a valid record by default. */
export function spaceFolder(record: object = SPACE): FolderToWrite {
  return { kind: "space", path: FOLDERS.space, entries: [jsonEntry("space.json", record)] };
}

/** An archive of these folders, with valid checksums. */
export function archiveOf(folders: readonly FolderToWrite[]): Promise<Uint8Array<ArrayBuffer>> {
  return collectBytes(writeArchive(toAsync(folders), new Date(0)));
}

/** An archive of a space without documents. */
export function emptyArchive(): Promise<Uint8Array<ArrayBuffer>> {
  return archiveOf([spaceFolder()]);
}

async function* toAsync(folders: readonly FolderToWrite[]): AsyncGenerator<FolderToWrite> {
  yield* folders;
}

/** The default `document.json`: a failed document, which has no content. */
export const DOCUMENT = {
  ...{ filename: "a.txt", mimeType: "text/plain", declaredMimeType: null, title: null },
  ...{ status: "FAILED", errorMessage: "It is broken.", metadata: {} },
  ...{ createdAt: "2026-01-31T08:30:00.000Z", updatedAt: "2026-01-31T08:30:00.000Z", content: null },
};

/** The `content` field of a completed document with one chunk and one vector. */
export const CONTENT = {
  ...{ indexingType: "text", warnings: [], outline: [], chunks: 1 },
  embedding: { model: "test", dimensions: 2, vectors: 1 },
};

/** A line of `chunks.ndjson`. */
export const CHUNK = {
  id: `chk_${"0".repeat(25)}`,
  content: "text",
  context: "",
  metadata: { headings: [] },
  vector: 0,
};

/** The folder of a failed document. */
export function documentFolder(number: number, record: object = {}, file = "bytes"): FolderToWrite {
  return {
    kind: "document",
    path: FOLDERS.document(number),
    entries: [jsonEntry("document.json", { ...DOCUMENT, ...record }), entryOf("file", Buffer.from(file))],
  };
}

/** The folder of a completed document. */
export function completedFolder(
  number: number,
  {
    content = {},
    chunk = {},
    text = "text",
    vectors = new Float32Array([1, 0]),
  }: { content?: object; chunk?: object; text?: string | Uint8Array; vectors?: Float32Array } = {},
): FolderToWrite {
  const { path, entries } = documentFolder(number, {
    ...{ status: "COMPLETED", errorMessage: null, content: { ...CONTENT, ...content } },
  });
  return {
    kind: "document",
    path,
    entries: [
      ...entries,
      entryOf("text.txt", Buffer.from(text)),
      jsonEntry("chunks.ndjson", { ...CHUNK, ...chunk }),
      entryOf("vectors.f32", new Uint8Array(vectors.buffer)),
    ],
  };
}
