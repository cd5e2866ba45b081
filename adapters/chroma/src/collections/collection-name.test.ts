import { describe, expect, test } from "bun:test";
import { collectionName } from "./collection-name.ts";

/** Names that Chroma accepts. */
const ALLOWED = /^[a-zA-Z0-9][a-zA-Z0-9._-]{1,510}[a-zA-Z0-9]$/;

describe("names of collections", () => {
  test("are valid for any organization and model", () => {
    for (const name of ["org_1", "", "..", "a/b:c", "ключ", "😀", "x".repeat(2000), " \n"]) {
      expect(collectionName("quarry", name, name)).toMatch(ALLOWED);
      expect(collectionName("quarry", "org_1", name)).toMatch(ALLOWED);
    }
  });

  test("show the organization and the model", () => {
    expect(collectionName("quarry", "org_1", "text-embedding-3-small")).toStartWith(
      "quarry.org-1.text-embedding-3-small.",
    );
  });

  test("differ for different organizations or models, even when those look the same", () => {
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
