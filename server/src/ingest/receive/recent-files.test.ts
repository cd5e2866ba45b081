import { expect, test } from "bun:test";
import { createRecentFiles } from "./recent-files.ts";

test("returns a file once, and forgets the oldest files when they take too much memory", () => {
  const files = createRecentFiles(100);
  for (const name of ["a", "b", "c"]) files.put(name, new Uint8Array(40).fill(name.charCodeAt(0)));
  files.put("large", new Uint8Array(101));
  expect(["a", "large"].map(files.take)).toEqual([undefined, undefined]);
  expect(files.take("b")).toEqual(new Uint8Array(40).fill(98));
  expect(files.take("b")).toBeUndefined();
  expect(files.take("c")).toEqual(new Uint8Array(40).fill(99));
});
