import type { BlobStore } from "@quarry/core";
import type { Broken } from "./expect-red.ts";
import { createMemoryBlobStore, type StoredFiles, streamOf } from "./memory-blob-store.ts";

/** Opens a store on given files. */
export type OpenBlobStore = (files: StoredFiles) => BlobStore;

const broken = (
  name: string,
  group: string,
  change: (good: BlobStore, files: StoredFiles) => Partial<BlobStore>,
): Broken<OpenBlobStore> => ({
  name,
  group,
  create: () => (files) => {
    const good = createMemoryBlobStore(files);
    return { ...good, ...change(good, files) };
  },
});

const brokenContent = [
  broken("returns a path instead of a URL", "content", ({ put }) => ({
    put: async (key, bytes) => (await put(key, bytes)).replace("file://", ""),
  })),
  broken("changes bytes", "content", ({ put }) => ({
    put: async (key, bytes) =>
      put(key, bytes instanceof Uint8Array ? bytes.map((byte) => byte & 127) : bytes),
  })),
  broken("stores only the first megabyte of a stream", "content", ({ put }) => ({
    async put(key, bytes) {
      if (bytes instanceof Uint8Array) return put(key, bytes);
      return put(key, Buffer.concat(await Array.fromAsync(bytes)).subarray(0, 1_000_000));
    },
  })),
  broken("does not store empty files", "content", ({ put }) => ({
    async put(key, bytes) {
      const whole = bytes instanceof Uint8Array ? bytes : Buffer.concat(await Array.fromAsync(bytes));
      return whole.length === 0 ? `file:///${key}` : put(key, whole);
    },
  })),
  broken("ignores ranges", "content", ({ get }) => ({ get: (key) => get(key) })),
  broken("includes the end of a range", "content", ({ get }) => ({
    get: (key, range) => get(key, range && { start: range.start, end: range.end + 1 }),
  })),
  broken("returns the length of the range", "content", ({ get }) => ({
    async get(key, range) {
      const blob = await get(key, range);
      return blob && range ? { ...blob, size: range.end - range.start } : blob;
    },
  })),
  broken("forgets files on a restart", "content", () => createMemoryBlobStore(new Map())),
];

const brokenKeys = [
  broken("returns an empty file for an unknown key", "keys", ({ get }) => ({
    get: async (key) => (await get(key)) ?? { bytes: streamOf(new Uint8Array()), size: 0 },
  })),
  broken("throws for an unknown key", "keys", ({ get }) => ({
    async get(key, range) {
      const blob = await get(key, range);
      if (!blob) throw new Error("Not found");
      return blob;
    },
  })),
  broken("finds keys by prefix", "keys", ({ get }, files) => ({
    get: (key, range) => get([...files.keys()].find((each) => each.startsWith(key)) ?? key, range),
  })),
  broken("ignores the extension of keys", "keys", (good) => {
    const bare = (key: string) => key.replace(/\.\w+$/, "");
    return {
      put: (key, bytes) => good.put(bare(key), bytes),
      get: (key, range) => good.get(bare(key), range),
    };
  }),
  broken("does not delete", "keys", () => ({ delete: async () => undefined })),
  broken("deletes by prefix", "keys", (good, files) => ({
    async delete(prefix) {
      for (const key of files.keys()) if (key.startsWith(prefix)) await good.delete(key);
    },
  })),
  broken("throws when deleting an unknown key", "keys", (good, files) => ({
    async delete(key) {
      if (!files.has(key)) throw new Error("Not found");
      await good.delete(key);
    },
  })),
  broken("lists only the first 1,000 files", "keys", ({ list }) => ({
    async *list() {
      yield* (await Array.fromAsync(list())).slice(0, 1000);
    },
  })),
  broken("lists files without their time", "keys", ({ list }) => ({
    async *list() {
      for await (const { key } of list()) yield { key, storedAt: new Date(0) };
    },
  })),
];

const brokenWrites = [
  broken("appends instead of replacing", "writes", ({ put }, files) => ({
    async put(key, bytes) {
      const chunks = bytes instanceof Uint8Array ? [bytes] : await Array.fromAsync(bytes);
      return put(key, Buffer.concat([files.get(key)?.bytes ?? new Uint8Array(), ...chunks]));
    },
  })),
  broken("keeps the first version", "writes", ({ put }, files) => ({
    put: async (key, bytes) => (files.has(key) ? `file:///${key}` : put(key, bytes)),
  })),
  broken("stores the beginning of a failed stream", "writes", ({ put }) => ({
    async put(key, bytes) {
      if (bytes instanceof Uint8Array) return put(key, bytes);
      const chunks: Uint8Array[] = [];
      try {
        for await (const chunk of bytes) chunks.push(chunk);
      } finally {
        await put(key, Buffer.concat(chunks));
      }
      return `file:///${key}`;
    },
  })),
  broken("does not report a failed stream", "writes", ({ put }) => ({
    put: (key, bytes) => put(key, bytes).catch(() => `file:///${key}`),
  })),
  broken("deletes the previous file before a stream succeeds", "writes", (good) => ({
    async put(key, bytes) {
      await good.delete(key);
      return good.put(key, bytes);
    },
  })),
  broken("retains the given bytes", "writes", ({ put }, files) => ({
    async put(key, bytes) {
      if (!(bytes instanceof Uint8Array)) return put(key, bytes);
      files.set(key, { bytes, storedAt: new Date() });
      return `file:///${key}`;
    },
  })),
  broken("writes a file in two steps", "writes", ({ put }) => ({
    async put(key, bytes) {
      if (bytes instanceof Uint8Array) await put(key, bytes.subarray(0, bytes.length / 2));
      await Bun.sleep(0);
      return put(key, bytes);
    },
  })),
];

/** Blob stores with one fault each. */
export const brokenBlobStores: readonly Broken<OpenBlobStore>[] = [
  ...brokenContent,
  ...brokenKeys,
  ...brokenWrites,
];
