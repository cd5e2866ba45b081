import { expect, test } from "bun:test";
import { createMemoryVectorStore } from "@quarry/memory";
import { missingInStore } from "./store-shape.ts";

test("a store lacks nothing", () => {
  expect(missingInStore(createMemoryVectorStore())).toEqual([]);
});

test("every wrong member is named, without its value", () => {
  const store = {
    ...createMemoryVectorStore(),
    name: 7,
    query: undefined,
    scan: "records",
    scores: {},
    capabilities: { durable: "yes", maxDimensions: 0, maxBatch: 100 },
  };
  expect(missingInStore(store)).toEqual([
    "name is a number instead of a name",
    "capabilities.durable is not true or false",
    "capabilities.maxDimensions is not a positive integer",
    "query is undefined instead of a function",
    "scan is a string instead of a function",
    "scores is an object instead of a function",
  ]);
  expect(missingInStore(undefined)).toEqual(["it is undefined instead of an object"]);
});
