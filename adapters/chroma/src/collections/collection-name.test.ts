import { describe, expect, test } from "bun:test";
import { collectionName } from "./collection-name.ts";

/** What Chroma takes. */
const ALLOWED = /^[a-zA-Z0-9][a-zA-Z0-9._-]{1,510}[a-zA-Z0-9]$/;

describe("names of collections", () => {
  test("are allowed, whatever an organization or a model is called", () => {
    for (const name of ["org_1", "", "..", "a/b:c", "ключ", "😀", "x".repeat(2000), " \n"]) {
      expect(collectionName("quarry", name, name)).toMatch(ALLOWED);
      expect(collectionName("quarry", "org_1", name)).toMatch(ALLOWED);
    }
  });

  test("tell whose they are", () => {
    expect(collectionName("quarry", "org_1", "text-embedding-3-small")).toStartWith(
      "quarry.org-1.text-embedding-3-small.",
    );
  });

  test("differ when organization or model do, even where they read alike", () => {
    const names = [
      collectionName("quarry", "org_a", "m"),
      collectionName("quarry", "org-a", "m"),
      collectionName("quarry", "org_a", "M"),
      collectionName("quarry", "org_a.m", ""),
      collectionName("quarry", "", "org_a.m"),
      collectionName("quarry", `${"x".repeat(100)}1`, "m"),
      collectionName("quarry", `${"x".repeat(100)}2`, "m"),
    ];
    expect(new Set(names).size).toBe(names.length);
    expect(collectionName("quarry", "org_a", "m")).toBe(names[0] as string);
  });
});
