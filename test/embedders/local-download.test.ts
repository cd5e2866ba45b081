import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { QuarryError } from "@quarry/core";
import { createLocalEmbedder, type LocalEmbedderOptions } from "@quarry/embedders";
import { childProcesses, hasEnded } from "../support/child-processes.ts";
import { hasLocalRuntime } from "../support/local-runtime.ts";
import { type ModelHub, startModelHub } from "../support/model-hub.ts";
import { tinyModelFiles } from "../support/tiny-model.ts";
import { until } from "../support/until.ts";

const NAME = "owner/tiny-e5-model";

describe.skipIf(!hasLocalRuntime())("a model from the hub", () => {
  let hub: ModelHub;
  let cacheDir: string;
  const opening = (options: Partial<LocalEmbedderOptions> = {}) =>
    createLocalEmbedder({ model: NAME, cacheDir, hubUrl: hub.url, ...options });
  const failure = async (options?: Partial<LocalEmbedderOptions>): Promise<QuarryError> => {
    const error = await opening(options).catch((caught: unknown) => caught);
    if (!QuarryError.isInstance(error)) throw new Error(`Expected a QuarryError, got ${String(error)}`);
    return error;
  };

  beforeAll(async () => {
    hub = await startModelHub(NAME, tinyModelFiles());
  });
  beforeEach(async () => {
    hub.behave("good");
    cacheDir = await mkdtemp(join(tmpdir(), "quarry-models-"));
  });
  afterEach(() => rm(cacheDir, { recursive: true }));
  afterAll(() => hub.stop());

  test("is downloaded once, and then loaded without calling the hub", async () => {
    const first = await opening();
    expect(first.model).toBe(`local:${NAME}:e5`);
    const [vector] = await first.embed(["the cat"], "document");
    await first.close();
    const requests = hub.asked.length;
    expect(requests).toBeGreaterThan(3);
    const again = await opening();
    expect((await again.embed(["the cat"], "document"))[0]).toEqual(vector ?? new Float32Array());
    await again.close();
    expect(hub.asked.length).toBe(requests);
  });

  test("reports its download progress", async () => {
    hub.behave("slow");
    const progress: number[] = [];
    const total = Number(tinyModelFiles().get("onnx/model.onnx")?.length);
    const embedder = await opening({
      // The whole download takes longer than this, each part does not.
      silenceMs: 3500,
      onDownload: (loadedBytes, totalBytes) => {
        if (totalBytes === total) progress.push(loadedBytes);
      },
    });
    await embedder.close();
    expect(progress.length).toBeGreaterThan(2);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(progress.at(-1)).toBeLessThanOrEqual(total);
  });

  test("can be downloaded again after a download failed or stalled", async () => {
    hub.behave("cut");
    expect((await failure()).code).toBe("unavailable");
    hub.behave("hang");
    const stalled = await failure({ silenceMs: 1500 });
    expect([stalled.code, stalled.message]).toEqual(["unavailable", expect.stringContaining("1.5 seconds")]);
    hub.behave("good");
    await (await opening()).close();
  });

  test("stops downloading when its parent process is killed", async () => {
    hub.behave("hang");
    const source = `
      import { createLocalEmbedder } from "@quarry/embedders";
      await createLocalEmbedder(${JSON.stringify({ model: NAME, cacheDir, hubUrl: hub.url })});`;
    const before = hub.asked.length;
    const program = Bun.spawn([process.execPath, "-e", source], {
      cwd: import.meta.dir,
      stdio: ["ignore", 2, 2],
    });
    const isRequested = () => hub.asked.slice(before).some((path) => path.endsWith(".onnx")) || undefined;
    await until("the download", isRequested);
    const [pid = 0] = childProcesses(program.pid, "model-child");
    expect(pid).toBeGreaterThan(1);
    program.kill("SIGKILL");
    await until("the end of the model's process", () => hasEnded(pid) || undefined);
  });

  test("reports an unreachable hub with a remedy and without the address's password", async () => {
    const error = await failure({ hubUrl: "http://user:hunter2@127.0.0.1:1/" });
    expect(error.code).toBe("unavailable");
    expect(error.message).toContain(
      `${NAME} is not on this machine, and could not be downloaded from http://127.0.0.1:1`,
    );
    expect(error.message).toContain("QUARRY_LOCAL_MODEL");
    expect(error.message).toContain("unset QUARRY_EMBEDDER");
    expect(error.message).not.toContain("hunter2");
  });

  test("reports a model that the hub does not have as an invalid setting", async () => {
    const error = await failure({ model: "owner/no-such-model" });
    expect([error.code, error.message]).toEqual([
      "invalid_request",
      expect.stringContaining("has no model owner/no-such-model"),
    ]);
  });
});
