import { loadModel } from "./load-model.ts";
import { ModelFailure, type ModelReply, type ModelRequest, type ModelSettings } from "./model-messages.ts";

/**
 * A process of its own for a model, because running one keeps its thread busy. It answers one text after the other, and
 * ends when whoever started it is gone.
 */

const PROGRESS_EVERY_MS = 200;

const say = (reply: ModelReply) => process.send?.(reply);

function sayFailed(error: unknown): void {
  const { reason, message } =
    error instanceof ModelFailure ? error : new ModelFailure("model", String(error));
  say({ kind: "failed", reason, detail: message });
}

process.on("disconnect", () => process.exit());

let saidAtMs = 0;
const settings = JSON.parse(process.argv[2] ?? "") as ModelSettings;
try {
  const model = await loadModel(settings, (loadedBytes, totalBytes) => {
    if (performance.now() - saidAtMs < PROGRESS_EVERY_MS) return;
    saidAtMs = performance.now();
    say({ kind: "progress", loadedBytes, totalBytes });
  });
  process.on("message", ({ text }: ModelRequest) => {
    model.embed(text).then((vector) => say({ kind: "vector", vector }), sayFailed);
  });
  say({ kind: "loaded", dimensions: model.dimensions });
} catch (error) {
  sayFailed(error);
}
