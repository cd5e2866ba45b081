import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDiskBlobStore, createS3BlobStore } from "@quarry/blobs";
import { blobStoreSuite } from "@quarry/conformance";
import { startS3, type TestS3 } from "../support/s3.ts";

describe("blobs on disk", () =>
  blobStoreSuite(
    { describe, test, expect },
    async () => {
      const folder = await mkdtemp(join(tmpdir(), "quarry-blobs-"));
      return {
        store: createDiskBlobStore(folder),
        reopen: async () => createDiskBlobStore(folder),
        cleanUp: () => rm(folder, { recursive: true, force: true }),
      };
    },
    { scheme: "file" },
  ));

describe("blobs in S3", () => {
  let server: TestS3;
  beforeAll(async () => {
    server = await startS3();
  }, 120_000);
  afterAll(() => server?.stop());

  blobStoreSuite(
    { describe, test, expect },
    async () => {
      // A prefix per test separates the tests' files in one bucket.
      const prefix = `${crypto.randomUUID()}/`;
      const open = () => createS3BlobStore({ ...server, prefix });
      return { store: open(), reopen: async () => open(), cleanUp: async () => undefined };
    },
    // s3rver fails to list more than 1,000 files, and replaces a file and its metadata in two steps.
    { scheme: "s3", listedFiles: 900, replacesAtomically: false },
  );

  test("stores with different prefixes do not see each other's files", async () => {
    const [one, two] = ["one/", "two/"].map((prefix) => createS3BlobStore({ ...server, prefix }));
    await one?.put("org/shared", new Uint8Array(1));
    await two?.put("org/shared", new Uint8Array(2));
    expect((await one?.get("org/shared"))?.size).toBe(1);
    expect((await Array.fromAsync(two?.list() ?? [])).map(({ key }) => key)).toEqual(["org/shared"]);
  });
});
