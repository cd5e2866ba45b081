import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { rerankerSuite } from "@quarry/conformance";
import type { Reranker } from "@quarry/core";
import { createLocalReranker, type LocalRerankerOptions } from "@quarry/rerankers";
import { childProcesses } from "../support/child-processes.ts";
import { failure } from "../support/failure.ts";
import { hasLocalRuntime } from "../support/local-runtime.ts";
import { startModelHub } from "../support/model-hub.ts";
import { type TinyModelOptions, tinyModelFiles, writeTinyModel } from "../support/tiny-model.ts";

const QUESTION = "who sleeps by the oven";
const TEXTS = ["the motor of the car and its oil", "the cat sleeps by the oven", "bake bread by the oven"];

const folders: string[] = [];
const opened: Reranker[] = [];
afterEach(async () => {
  for (const reranker of opened.splice(0)) await reranker.close();
});
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

async function model(name: string, options?: TinyModelOptions): Promise<string> {
  const folder = await writeTinyModel(name, { dimensions: 64, isReranker: true, ...options });
  folders.push(dirname(folder));
  return folder;
}

async function open(options: Partial<LocalRerankerOptions>): Promise<Reranker> {
  const reranker = await createLocalReranker({ cacheDir: join(tmpdir(), "quarry-no-models"), ...options });
  opened.push(reranker);
  return reranker;
}

const modelProcesses = () => childProcesses(process.pid, "model-child");

test("reports a missing runtime package with the installation command", async () => {
  const empty = await mkdtemp(join(tmpdir(), "quarry-empty-"));
  folders.push(empty);
  const error = await failure(open({ packageFolders: [empty] }));
  expect(error.code).toBe("invalid_request");
  expect(error.message).toStartWith("QUARRY_RERANKER=local needs the package @huggingface/transformers");
  expect(error.message).toEndWith("npm run install-local");
});

describe.skipIf(!hasLocalRuntime())("a local reranker", () => {
  describe("conforms to the port", () => {
    let folder: Promise<string> | undefined;
    rerankerSuite(
      { describe, test, expect },
      async () => {
        folder ??= model("tiny", { maxTokens: 512 });
        return createLocalReranker({ model: await folder, cacheDir: tmpdir(), timeoutMs: 60_000 });
      },
      {
        broken: {
          "a model that is too slow": async () => {
            folder ??= model("tiny", { maxTokens: 512 });
            const slow = await createLocalReranker({
              ...{ model: await folder, cacheDir: tmpdir(), timeoutMs: 0.001 },
            });
            // The tiny model would score a single sentence before any timer fires.
            const repeated = (text: string) => Array.from({ length: 50 }, () => text.repeat(60));
            return { ...slow, rerank: (question, texts) => slow.rerank(question, texts.flatMap(repeated)) };
          },
        },
      },
    );
  });

  test("has an id derived from the model's files, and scores question and passage together", async () => {
    const reranker = await open({ model: await model("tiny") });
    expect(reranker.model).toMatch(/^local:tiny:[0-9a-f]{12}$/);
    const [motor = 0, cat = 0, bread = 0] = await reranker.rerank(QUESTION, TEXTS);
    expect(cat).toBeGreaterThan(bread);
    expect(bread).toBeGreaterThan(motor);
    // This model returns cosines.
    const [same = 0] = await reranker.rerank("the cat", ["the cat"]);
    expect(same).toBeGreaterThan(0.65);
    expect(same).toBeLessThan(1 / (1 + Math.exp(-1)) + 1e-6);
  });

  test("truncates a long passage, and a long question to half of the tokens", async () => {
    const reranker = await open({ model: await model("tiny", { maxTokens: 16 }) });
    const scoreOf = async (question: string, text: string) =>
      (await reranker.rerank(question, [text]))[0] ?? 0;
    // 16 tokens: two for the question, three special tokens, and eleven for the passage.
    const cat = "cat ".repeat(11);
    expect(await scoreOf("the cat", `${cat}${"bread ".repeat(9)}`)).toBe(await scoreOf("the cat", cat));
    expect(await scoreOf("the cat", `${"cat ".repeat(10)}bread`)).not.toBe(await scoreOf("the cat", cat));
    const long = await scoreOf("engine ".repeat(500), "cat bread");
    expect(long).not.toBe(await scoreOf("engine ".repeat(500), "oil"));
    expect(long).toBe(await scoreOf("engine ".repeat(400), "cat bread"));
  });

  test("serves the next query after a timeout", async () => {
    const folder = await model("tiny", { maxTokens: 512 });
    const reranker = await open({ model: folder, timeoutMs: 400 });
    const passages = Array.from({ length: 1000 }, (_, at) => `${at} the cat sleeps `.repeat(150));
    const error = await failure(reranker.rerank(QUESTION, passages));
    expect([error.code, error.retryable]).toEqual(["unavailable", true]);
    expect(error.message).toContain("within 0.4 s");
    expect(error.message).toContain("QUARRY_RERANKER_TIMEOUT_MS");
    expect(await reranker.rerank(QUESTION, TEXTS)).toHaveLength(3);
  });

  test("fails waiting calls when its process is killed, and restarts it", async () => {
    const reranker = await open({ model: await model("tiny", { maxTokens: 512 }) });
    const before = await reranker.rerank(QUESTION, TEXTS);
    const [first = 0] = modelProcesses();
    const call = failure(reranker.rerank(QUESTION, Array(50).fill("the cat ".repeat(150))));
    process.kill(first, "SIGKILL");
    const error = await call;
    expect([error.code, error.message]).toEqual([
      "unavailable",
      "The local reranking model failed. Try again.",
    ]);
    expect(await reranker.rerank(QUESTION, TEXTS)).toEqual(before);
    await reranker.close();
    expect(modelProcesses()).toEqual([]);
  });

  test("downloads a model once, and then loads it without calling the hub", async () => {
    const hub = await startModelHub("owner/tiny", tinyModelFiles({ dimensions: 64, isReranker: true }));
    const cacheDir = await mkdtemp(join(tmpdir(), "quarry-models-"));
    folders.push(cacheDir);
    const first = await open({ model: "owner/tiny", cacheDir, hubUrl: hub.url });
    expect(first.model).toBe("local:owner/tiny");
    const scores = await first.rerank(QUESTION, TEXTS);
    hub.stop();
    expect(await (await open({ model: "owner/tiny", cacheDir })).rerank(QUESTION, TEXTS)).toEqual(scores);
  });

  describe("names the setting when it rejects", () => {
    test("a model that is neither a name nor a folder, and a missing folder", async () => {
      expect((await failure(open({ model: "../x" }))).message).toStartWith(
        'QUARRY_RERANKER_MODEL="../x" is neither a model\'s name on the hub, such as Xenova/ms-marco-MiniLM-L-6-v2,',
      );
      expect((await failure(open({ model: "/no/such/folder" }))).message).toStartWith(
        "The folder /no/such/folder of QUARRY_RERANKER_MODEL does not exist.",
      );
    });

    test("a model that cannot be downloaded", async () => {
      const error = await failure(open({ model: "owner/tiny", hubUrl: "http://127.0.0.1:1" }));
      expect(error.code).toBe("unavailable");
      expect(error.message).toEndWith("set QUARRY_RERANKER_MODEL to its path, or unset QUARRY_RERANKER.");
    });

    test("an embedding model", async () => {
      const folder = await model("tiny", { isReranker: false });
      const error = await failure(open({ model: folder }));
      expect([error.code, error.message]).toEqual([
        "invalid_request",
        expect.stringContaining("it is not a reranking model: it has no output logits of one 32-bit number."),
      ]);
      expect(modelProcesses()).toEqual([]);
    });
  });
});
