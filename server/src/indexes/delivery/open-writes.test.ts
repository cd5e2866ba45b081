import { expect, test } from "bun:test";
import { createOpenWrites } from "./open-writes.ts";

/** True if the promise is resolved now. */
const isSettled = (promise: Promise<unknown>) =>
  Promise.race([promise.then(() => true), Bun.sleep(1).then(() => false)]);

test("a document is settled when all writes that named it have ended, also the failed ones", async () => {
  const open = createOpenWrites();
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const writes = [first, second].map(({ promise }) =>
    open.run((changing) => {
      changing(["doc_1", "doc_2"]);
      return promise;
    }),
  );
  const ended = open.ended(["doc_1"]);
  first.resolve();
  expect([await isSettled(ended), await isSettled(open.ended(["doc_3"]))]).toEqual([false, true]);
  second.reject(new Error("away"));
  expect(await Promise.allSettled(writes)).toMatchObject([{ status: "fulfilled" }, { status: "rejected" }]);
  expect([await isSettled(ended), await isSettled(open.ended(["doc_1"]))]).toEqual([true, true]);
});

test("a write that has named nothing holds up no document", async () => {
  const open = createOpenWrites();
  const { promise, resolve } = Promise.withResolvers<void>();
  const write = open.run(() => promise);
  expect(await isSettled(open.ended(["doc_1"]))).toBe(true);
  resolve();
  await write;
});
