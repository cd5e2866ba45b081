import { expect, test } from "bun:test";
import { type BlobStore, QuarryError } from "@quarry/core";
import { quietLog } from "../../../../test/support/quiet-log.ts";
import { guardBlobStore } from "./guard-blob-store.ts";
import { createPluginHealth } from "./plugin-health.ts";

function guard(members: Partial<BlobStore>) {
  const health = createPluginHealth("store of original files liar", quietLog);
  const store: BlobStore = {
    async put(_key, bytes) {
      if (!(bytes instanceof Uint8Array)) for await (const _piece of bytes);
      return "liar:a";
    },
    get: async () => null,
    delete: async () => undefined,
    async *list() {},
    ...members,
  };
  return { store: guardBlobStore(store, health), health };
}

const thrown = (task: Promise<unknown>) =>
  task.then(
    () => undefined,
    (error: unknown) => error,
  );

async function* failing(error: unknown): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(10);
  throw error;
}

test("the error of a sender is passed on, and is no outage", async () => {
  const { store, health } = guard({});
  for (const error of [new QuarryError("payload_too_large", "Too large."), new Error("reset")])
    expect(await thrown(store.put("a", failing(error)))).toBe(error);
  expect(health.problems()).toEqual([]);
  store.close();
});

test("a store that fails in the middle is away, and its sender ends", async () => {
  let isEnded = false;
  const { store, health } = guard({
    async put(_key, bytes) {
      if (!(bytes instanceof Uint8Array))
        for await (const _piece of { [Symbol.asyncIterator]: () => bytes[Symbol.asyncIterator]() }) break;
      throw new Error("a secret key");
    },
  });
  async function* endless() {
    try {
      for (;;) yield new Uint8Array(10);
    } finally {
      isEnded = true;
    }
  }
  expect(await thrown(store.put("a", endless()))).toMatchObject({
    code: "unavailable",
    message: "The store of original files liar is away: put failed with Error.",
  });
  expect(isEnded).toBe(true);
  expect(health.problems().join()).not.toContain("secret");
  store.close();
});

test("reads, deletions and writes of bytes are repeated once; streams are not", async () => {
  const calls: string[] = [];
  const flaky =
    <Answer>(member: string, answer: Answer) =>
    async (): Promise<Answer> => {
      calls.push(member);
      if (calls.filter((call) => call === member).length === 1) throw new Error("reset");
      return answer;
    };
  const { store, health } = guard({
    put: flaky("put", "liar:a"),
    get: flaky("get", null),
    delete: flaky("delete", undefined),
  });
  expect(await store.put("a", new Uint8Array(1))).toBe("liar:a");
  expect(await store.get("a")).toBeNull();
  await store.delete("a");
  expect(calls).toEqual(["put", "put", "get", "get", "delete", "delete"]);
  calls.length = 0;
  expect(await thrown(store.put("a", failing(new Error("unread"))))).toMatchObject({ code: "unavailable" });
  expect([calls, health.problems().length]).toEqual([["put"], 1]);
  store.close();
});

test("a store that lies is away", async () => {
  const { store } = guard({
    get: async () => ({
      size: 1,
      bytes: (async function* () {
        yield "text" as unknown as Uint8Array;
      })(),
    }),
    put: async () => undefined as unknown as string,
  });
  const blob = await store.get("a");
  expect(await thrown(Array.fromAsync(blob?.bytes ?? []))).toMatchObject({
    message: "The store of original files liar is away: read returned a string instead of bytes.",
  });
  expect(await thrown(store.put("a", new Uint8Array(1)))).toMatchObject({
    message: "The store of original files liar is away: put returned undefined instead of a URL.",
  });
  store.close();
});
