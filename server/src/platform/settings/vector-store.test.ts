import { expect, test } from "bun:test";
import { resolve } from "node:path";
import { QuarryError } from "@quarry/core";
import { vectorStore } from "./vector-store.ts";

const OPTIONS = "QUARRY_VECTOR_STORE_OPTIONS";

test("a store of your own is a path or a package", () => {
  for (const path of ["./my-store.ts", "../stores/mine", "/srv/store.js"])
    expect(vectorStore({}, path)).toEqual({ kind: "module", module: resolve(path), options: {} });
  for (const name of ["my-store", "@me/my-store"])
    expect(vectorStore({}, name)).toEqual({ kind: "module", module: name, options: {} });
});

test("its options are a JSON object or a URL", () => {
  const optionsOf = (value: string) => vectorStore({ [OPTIONS]: value }, "my-store");
  expect(optionsOf('{"shards":2,"nested":{"on":true}}')).toMatchObject({
    options: { shards: 2, nested: { on: true } },
  });
  expect(optionsOf("redis://user:hunter2@host:6379/1")).toMatchObject({
    options: { url: "redis://user:hunter2@host:6379/1" },
  });
  expect(optionsOf(" ")).toMatchObject({ options: {} });
});

test("other options are refused without showing them", () => {
  for (const value of ["hunter2", "{hunter2", '["hunter2"]', "null", "7"]) {
    let error: unknown;
    try {
      vectorStore({ [OPTIONS]: value }, "my-store");
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(QuarryError);
    expect(String(error)).toContain(`Setting ${OPTIONS} must be a JSON object or a URL`);
    expect(String(error)).not.toContain("hunter2");
  }
});
