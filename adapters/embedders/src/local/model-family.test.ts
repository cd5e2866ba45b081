import { expect, test } from "bun:test";
import { familyOf, MODEL_FAMILIES } from "./model-family.ts";

test("derives a model's family from its name", () => {
  const names = {
    bge: [
      "Xenova/bge-small-en-v1.5",
      "BAAI/bge-base-en",
      "/models/bge-large-en-v1.5",
      "mixedbread-ai/mxbai-embed-large-v1",
    ],
    e5: ["Xenova/multilingual-e5-small", "intfloat/e5-base-v2", "Xenova/e5-small"],
    nomic: ["nomic-ai/nomic-embed-text-v1.5"],
    cls: ["Xenova/bge-m3", "Xenova/bge-small-zh-v1.5", "onnx-community/gte-multilingual-base-v1.5"],
    mean: [
      "Xenova/all-MiniLM-L6-v2",
      "Xenova/gte-small",
      "/models/mine",
      "bge-owner/tiny",
      "some/cafe5-model",
    ],
  } as const;
  for (const [family, members] of Object.entries(names))
    for (const name of members) expect(`${name} ${familyOf(name)}`).toBe(`${name} ${family}`);
});

/** Stored vectors depend on this. If it fails, add a family with a new name instead. */
test("keeps the pooling and prefixes of the default model", () => {
  expect(MODEL_FAMILIES.bge).toEqual({
    pooling: "cls",
    prefix: { query: "Represent this sentence for searching relevant passages: ", document: "" },
  });
});
