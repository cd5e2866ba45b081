import type { BlobStore } from "@quarry/core";
import { S3Client } from "bun";

/** Options of {@link createS3BlobStore}. */
export interface S3Options {
  readonly bucket: string;
  /** Prefix of every key, e.g. `quarry/`. */
  readonly prefix: string;
  /** Address of an S3-compatible server; undefined for Amazon S3. */
  readonly endpoint: string | undefined;
  readonly region: string | undefined;
  readonly accessKeyId: string | undefined;
  readonly secretAccessKey: string | undefined;
}

/** Creates a store that keeps blobs as objects in a bucket of Amazon S3 or a compatible server. */
export function createS3BlobStore({ bucket, prefix, ...connection }: S3Options): BlobStore {
  const settings = Object.entries(connection).filter(([, value]) => value !== undefined);
  const client = new S3Client({ bucket, ...Object.fromEntries(settings) });
  const nameOf = (key: string) => `${prefix}${key}`;

  return {
    async put(key, bytes) {
      const name = nameOf(key);
      // A failing Response aborts the upload. A writer would complete it with the parts sent so far.
      await client.write(name, bytes instanceof Uint8Array ? bytes : new Response(bytes));
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
      if (!range) return { bytes: file.stream(), size };
      const bytes = file.slice(range.start, range.end).stream();
      return { bytes: firstBytes(bytes, range.end - range.start), size };
    },

    delete: (key) => client.delete(nameOf(key)),

    async *list() {
      for (let after: string | undefined; ; ) {
        const { contents = [], isTruncated } = await client.list({
          prefix,
          ...(after === undefined ? {} : { startAfter: after }),
        });
        for (const { key, lastModified } of contents)
          yield { key: key.slice(prefix.length), storedAt: new Date(lastModified ?? 0) };
        after = contents.at(-1)?.key;
        if (!isTruncated || after === undefined) return;
      }
    },
  };
}

/** Truncates a stream. Bun 1.4.5 ignores the end of a slice that starts at 0 and streams the whole file. */
async function* firstBytes(stream: AsyncIterable<Uint8Array>, length: number): AsyncGenerator<Uint8Array> {
  let left = length;
  for await (const chunk of stream) {
    yield chunk.subarray(0, left);
    left -= chunk.length;
    if (left <= 0) return;
  }
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && ["NoSuchKey", "NotFound", "404"].includes(String(error.code))
  );
}
