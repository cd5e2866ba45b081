import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { embedderSuite } from "@quarry/conformance";
import type { Embedder } from "@quarry/core";
import { createLocalEmbedder, type LocalEmbedderOptions } from "@quarry/embedders";
import { childProcesses, hasEnded } from "../support/child-processes.ts";
import { failure } from "../support/failure.ts";
import { hasLocalRuntime } from "../support/local-runtime.ts";
import { type TinyModelOptions, tinyModelFiles, writeTinyModel } from "../support/tiny-model.ts";
import { until } from "../support/until.ts";

const folders: string[] = [];
const opened: Embedder[] = [];
afterEach(async () => {
  for (const embedder of opened.splice(0)) await embedder.close();
});
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

async function model(name: string, options?: TinyModelOptions): Promise<string> {
  const folder = await writeTinyModel(name, options);
  folders.push(dirname(folder));
  return folder;
}

async function open(options: Partial<LocalEmbedderOptions>): Promise<Embedder> {
  const embedder = await createLocalEmbedder({ cacheDir: join(tmpdir(), "quarry-no-models"), ...options });
  opened.push(embedder);
  return embedder;
}

async function vectorOf(embedder: Embedder, text: string, purpose: "document" | "query" = "document") {
  const [vector] = await embedder.embed([text], purpose);
  return [...(vector ?? [])];
}

const modelProcesses = () => childProcesses(process.pid, "model-child");

test("reports a missing runtime package with the installation command", async () => {
  const empty = await mkdtemp(join(tmpdir(), "quarry-empty-"));
  folders.push(empty);
  const error = await failure(open({ packageFolders: [empty] }));
  expect(error.code).toBe("invalid_request");
  expect(error.message).toContain("@huggingface/transformers");
  expect(error.message).toEndWith("npm run install-local");
});

describe.skipIf(!hasLocalRuntime())("a local embedder", () => {
  describe("conforms to the port", () => {
    let folder: Promise<string> | undefined;
    embedderSuite({ describe, test, expect }, async () => {
      folder ??= model("tiny", { dimensions: 64 });
      return createLocalEmbedder({ model: await folder, cacheDir: tmpdir() });
    });
  });

  test("has an id derived from the model's files and family", async () => {
    const first = await model("tiny-bge-test");
    const embedder = await open({ model: first });
    expect(embedder.model).toMatch(/^local:tiny-bge-test:[0-9a-f]{12}:bge$/);
    expect([embedder.dimensions, embedder.family]).toEqual([16, "semantic"]);
    expect((await open({ model: await model("tiny-bge-test") })).model).toBe(embedder.model);
    expect((await open({ model: first, family: "mean" })).model).toBe(embedder.model.replace(/bge$/, "mean"));
    const other = await open({ model: await model("tiny-bge-test", { seed: "other" }) });
    expect(other.model).not.toBe(embedder.model);
    const tokenizer = join(first, "tokenizer.json");
    await writeFile(
      tokenizer,
      (await readFile(tokenizer, "utf8")).replace('"lowercase":true', '"lowercase":false'),
    );
    expect((await open({ model: first })).model).not.toBe(embedder.model);
  });

  test("has the dimensions of its model, quantized or not", async () => {
    const embedder = await open({ model: await model("small", { dimensions: 24, isQuantized: true }) });
    expect(embedder.dimensions).toBe(24);
    expect(await vectorOf(embedder, "the cat")).toHaveLength(24);
  });

  test("uses the first token's vector or the mean, depending on the family", async () => {
    const folder = await model("tiny");
    const cls = await open({ model: folder, family: "cls" });
    const mean = await open({ model: folder, family: "mean" });
    // This model's first token is the same for all texts.
    expect(await vectorOf(cls, "the cat")).toEqual(await vectorOf(cls, "bake the bread"));
    expect(await vectorOf(mean, "the cat")).not.toEqual(await vectorOf(mean, "bake the bread"));
    expect(await vectorOf(mean, "the cat")).not.toEqual(await vectorOf(cls, "the cat"));
    expect(Math.hypot(...(await vectorOf(mean, "the cat")))).toBeCloseTo(1, 5);
  });

  test("prepends the family's prefixes to queries and documents", async () => {
    const folder = await model("tiny");
    const plain = await open({ model: folder, family: "mean" });
    const e5 = await open({ model: folder, family: "e5" });
    expect(await vectorOf(plain, "the cat", "query")).toEqual(await vectorOf(plain, "the cat"));
    expect(await vectorOf(e5, "the cat", "query")).toEqual(await vectorOf(plain, "query: the cat"));
    expect(await vectorOf(e5, "the cat")).toEqual(await vectorOf(plain, "passage: the cat"));
    expect(await vectorOf(e5, "the cat", "query")).not.toEqual(await vectorOf(e5, "the cat"));
  });

  test("truncates a text to the model's limit and keeps the end token", async () => {
    const embedder = await open({ model: await model("tiny", { maxTokens: 8 }) });
    const cat = "cat ".repeat(6);
    expect(await vectorOf(embedder, `${cat}${"bread ".repeat(9)}`)).toEqual(await vectorOf(embedder, cat));
    expect(await vectorOf(embedder, "cat ".repeat(5))).not.toEqual(await vectorOf(embedder, cat));
    const bounded = await open({ model: await model("tiny"), maxTokens: 8 });
    expect(await vectorOf(bounded, `${cat}bread`)).toEqual(await vectorOf(bounded, cat));
  });

  test("truncates a text if the tokenizer's files contain no limit", async () => {
    const embedder = await open({ model: await model("tiny", { maxTokens: null }) });
    const cat = "cat ".repeat(508);
    expect(await vectorOf(embedder, `${cat}${"bread ".repeat(500)}`)).toEqual(await vectorOf(embedder, cat));
    expect(await vectorOf(embedder, `${"cat ".repeat(507)}bread`)).not.toEqual(await vectorOf(embedder, cat));
  });

  test("embeds a query before waiting documents", async () => {
    const embedder = await open({ model: await model("tiny", { maxTokens: 512 }) });
    const order: string[] = [];
    const record = (what: string) => () => void order.push(what);
    const passages = Array.from({ length: 32 }, (_, at) => `${at} the cat `.repeat(100));
    await Promise.all([
      embedder.embed(passages, "document").then(record("passages")),
      embedder.embed(["who is the cat"], "query").then(record("question")),
    ]);
    expect(order).toEqual(["question", "passages"]);
  });

  test("does not block the event loop", async () => {
    const embedder = await open({ model: await model("tiny", { maxTokens: 512 }) });
    let turns = 0;
    const ticking = setInterval(() => turns++, 1);
    await embedder.embed(
      Array.from({ length: 32 }, () => "the cat sleeps ".repeat(100)),
      "document",
    );
    clearInterval(ticking);
    expect(turns).toBeGreaterThan(3);
  });

  test("fails waiting calls when its process is killed, and restarts it", async () => {
    const embedder = await open({ model: await model("tiny", { maxTokens: 512 }) });
    const before = await vectorOf(embedder, "the cat");
    const [first] = modelProcesses();
    const calls = Array.from({ length: 50 }, () =>
      failure(embedder.embed(["the cat ".repeat(150)], "document")),
    );
    process.kill(first ?? 0, "SIGKILL");
    const error = await Promise.any(calls);
    expect([error.code, error.retryable]).toEqual(["unavailable", true]);
    expect(error.retryAfterMs).toBeGreaterThan(0);
    await Promise.allSettled(calls);
    expect(await vectorOf(embedder, "the cat")).toEqual(before);
    expect(modelProcesses()).not.toContain(first);
  });

  test("does not restart with replaced files", async () => {
    const folder = await model("tiny");
    const embedder = await open({ model: folder });
    for (const [path, content] of tinyModelFiles({ seed: "other" }))
      await writeFile(join(folder, path), content);
    expect(await vectorOf(embedder, "the cat")).toHaveLength(16);
    const [pid = 0] = modelProcesses();
    process.kill(pid, "SIGKILL");
    await until("the end of the model's process", () => hasEnded(pid) || undefined);
    // The first call may fail because the exit was not detected yet.
    await embedder.embed(["the cat"], "query").catch(() => undefined);
    const error = await failure(embedder.embed(["the cat"], "query"));
    expect([error.code, String(error.cause)]).toEqual([
      "unavailable",
      expect.stringContaining("files were replaced"),
    ]);
  });

  test("ends its process when closed, and fails later calls", async () => {
    const embedder = await open({ model: await model("tiny") });
    const calls = Promise.allSettled([embedder.embed(Array(32).fill("the cat"), "document")]);
    expect(modelProcesses()).toHaveLength(1);
    await embedder.close();
    await calls;
    expect(modelProcesses()).toEqual([]);
    expect((await failure(embedder.embed(["the cat"], "query"))).code).toBe("unavailable");
    expect(modelProcesses()).toEqual([]);
  });

  for (const [how, last] of [
    ["forgot to close it", ""],
    ["closed it", "await embedder.close();"],
    ["was killed", "process.kill(process.pid, 'SIGKILL');"],
  ])
    test(`ends with a program that ${how}`, async () => {
      const source = `
        import { createLocalEmbedder } from "@quarry/embedders";
        import { childProcesses, hasEnded } from "../support/child-processes.ts";
        const embedder = await createLocalEmbedder({ model: ${JSON.stringify(await model("tiny"))}, cacheDir: "/" });
        await embedder.embed(["the cat"], "query");
        console.log(childProcesses(process.pid, "model-child")[0]);
        ${last}`;
      const program = Bun.spawn([process.execPath, "-e", source], {
        ...{
          cwd: import.meta.dir,
          stdout: "pipe",
          stderr: "inherit",
          timeout: 30_000,
          killSignal: "SIGKILL",
        },
      });
      const pid = Number(await new Response(program.stdout).text());
      expect(pid).toBeGreaterThan(1);
      expect(await program.exited).toBe(how === "was killed" ? 137 : 0);
      await until("the end of the model's process", () => hasEnded(pid) || undefined);
    });

  describe("rejects", () => {
    test("a model that is neither a name nor a folder", async () => {
      for (const name of ["../bge", "a/b/c", "Xenova/../bge", "https://hub/x"])
        expect((await failure(open({ model: name }))).message).toContain("neither a model's name");
    });

    test("a folder that does not exist or lacks files", async () => {
      const missing = await failure(open({ model: "/no/such/folder" }));
      expect([missing.code, missing.message]).toEqual([
        "invalid_request",
        expect.stringContaining("The folder /no/such/folder of QUARRY_LOCAL_MODEL does not exist."),
      ]);
      const folder = await model("tiny");
      await rm(join(folder, "tokenizer.json"));
      await rm(join(folder, "onnx"), { recursive: true });
      expect((await failure(open({ model: folder }))).message).toContain(
        "lacks tokenizer.json, onnx/model.onnx. It must contain",
      );
    });

    test("damaged files, and leaves no process", async () => {
      for (const name of ["onnx/model.onnx", "tokenizer.json", "config.json"]) {
        const folder = await model("tiny");
        const bytes = await readFile(join(folder, name));
        await writeFile(join(folder, name), bytes.subarray(0, bytes.length / 2));
        const error = await failure(open({ model: folder }));
        expect(error.code).toBe("invalid_request");
        expect(error.message).toStartWith(`The model in ${folder} cannot be used: `);
        expect(error.message).toContain("QUARRY_LOCAL_MODEL");
        expect(error.message).not.toContain("\n");
      }
      expect(modelProcesses()).toEqual([]);
    });
  });
});
