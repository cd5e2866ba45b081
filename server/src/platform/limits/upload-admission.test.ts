import { expect, test } from "bun:test";
import { createUploadAdmission } from "./upload-admission.ts";

const MAX_BYTES = 300;
const TOO_MANY = "More data arrives at once than this server can take";

test("an organization may hold all of the memory, and another still gets in", () => {
  const { enter } = createUploadAdmission(MAX_BYTES);
  const ends = [enter("a", 150), enter("a", 150)];
  expect(() => enter("a", 1)).toThrow(TOO_MANY);
  ends.push(enter("b", 150));
  expect(() => enter("b", 1)).toThrow(TOO_MANY);
  expect(() => enter("a", 0)).not.toThrow();
  for (const end of ends) end();
  expect(() => enter("a", 300)).not.toThrow();
});

test("a body that is larger than an organization's part gets in when it is the only one", () => {
  const { enter } = createUploadAdmission(MAX_BYTES);
  enter("a", 300);
  const end = enter("b", 300);
  expect(() => enter("b", 1)).toThrow(TOO_MANY);
  end();
  expect(() => enter("c", 300)).not.toThrow();
  expect(() => enter("c", 1)).toThrow(TOO_MANY);
});

test("the bodies of many organizations hold at most twice the memory, other bodies than uploads too", () => {
  const { enter, hold } = createUploadAdmission(MAX_BYTES);
  const ends = [enter("a", 150), hold("b", 150), enter("c", 150), hold("d", 150)];
  for (const orgId of ["a", "e"]) expect(() => hold(orgId, 1)).toThrow(TOO_MANY);
  expect(() => enter("e", 0)).not.toThrow();
  for (const end of ends) end();
  expect(() => hold("a", 300)).not.toThrow();
  expect(() => enter("a", 1)).toThrow(TOO_MANY);
});

test("the number of uploads is limited, and each that ends makes room", () => {
  const { enter } = createUploadAdmission(MAX_BYTES);
  const ends = Array.from({ length: 400 }, () => enter("a", 0));
  expect(() => enter("a", 0)).toThrow(TOO_MANY);
  for (let at = 0; at < 200; at += 1) enter("b", 0);
  expect(() => enter("b", 0)).toThrow(TOO_MANY);
  for (const end of ends.splice(0, 201)) end();
  expect(() => enter("a", 0)).not.toThrow();
});

test("sixteen uploads of an organization are worked on at a time, regardless of another", async () => {
  const { run } = createUploadAdmission(MAX_BYTES);
  let running = 0;
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const work = async () => {
    running += 1;
    await ended;
  };
  const all = Array.from({ length: 40 }, () => run("a", work));
  await Bun.sleep(1);
  expect(running).toBe(16);
  all.push(run("b", work));
  await Bun.sleep(1);
  expect(running).toBe(17);
  end();
  await Promise.all(all);
  expect(running).toBe(41);
});

test("an upload that fails makes room, too", async () => {
  const { run } = createUploadAdmission(MAX_BYTES);
  for (let at = 0; at < 40; at += 1)
    await expect(run("a", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await run("a", async () => "done")).toBe("done");
});
