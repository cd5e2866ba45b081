import type { BlobStore } from "@quarry/core";
import { S3Client } from "bun";

/** Where the bytes are kept. What is left out is read from `S3_…` and `AWS_…` in the environment. */
export interface S3Options {
  readonly bucket: string;
  /** Stands before every key, e.g. `quarry/`. */
  readonly prefix?: string;
  /** Of a server other than Amazon's. */
  readonly endpoint?: string;
  readonly region?: string;
  readonly accessKeyId?: string;
  readonly secretAccessKey?: string;
}

/** Keeps blobs as objects in a bucket of Amazon S3 or of a server that speaks its protocol. */
export function createS3BlobStore({ bucket, prefix = "", ...connection }: S3Options): BlobStore {
  const client = new S3Client({ bucket, ...connection });
  const nameOf = (key: string) => `${prefix}${key}`;

  async function* namesFrom(start: string): AsyncGenerator<{ name: string; storedAt: Date }> {
    for (let after: string | undefined; ; ) {
      const { contents = [], isTruncated } = await client.list({
        prefix: start,
        ...(after === undefined ? {} : { startAfter: after }),
      });
      for (const { key, lastModified } of contents)
        yield { name: key, storedAt: new Date(lastModified ?? 0) };
      after = contents.at(-1)?.key;
      if (!isTruncated || after === undefined) return;
    }
  }

  return {
    async put(key, bytes) {
      const name = nameOf(key);
      if (bytes instanceof Uint8Array) await client.write(name, bytes);
      else await writePieces(client, name, bytes);
      return `s3://${bucket}/${name}`;
    },

    async get(key, range) {
      const file = client.file(nameOf(key));
      const size = await file.stat().then(
        (found) => found.size,
        (error: unknown) => {
          if (isMissing(error)) return undefined;
          throw error;
        },
      );
      if (size === undefined) return null;
      return { bytes: (range ? file.slice(range.start, range.end) : file).stream(), size };
    },

    delete: (key) => client.delete(nameOf(key)),

    async *list() {
      for await (const { name, storedAt } of namesFrom(prefix))
        yield { key: name.slice(prefix.length), storedAt };
    },

    async deleteAll(start) {
      for await (const { name } of namesFrom(nameOf(start))) await client.delete(name);
    },
  };
}

async function writePieces(client: S3Client, name: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  const sink = client.file(name).writer();
  try {
    for await (const piece of pieces) {
      sink.write(piece);
      await sink.flush();
    }
    await sink.end();
  } catch (error) {
    // Ended in an error, an upload in parts is given up.
    await Promise.resolve(sink.end(error as Error)).catch(() => undefined);
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && ["NoSuchKey", "NotFound", "404"].includes(String(error.code))
  );
}
