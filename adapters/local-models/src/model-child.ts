import { type LoadedModel, loadModel } from "./load-model.ts";
import { ModelFailure, type ModelReply, type ModelRequest } from "./model-messages.ts";

/**
 * A process of its own for a model, because running one keeps its thread busy. It answers one request after the other,
 * and ends when whoever started it is gone.
 */

const PROGRESS_EVERY_MS = 200;

const say = (reply: ModelReply) => process.send?.(reply);

let model: LoadedModel | undefined;
let saidAtMs = 0;

function sayProgress(loadedBytes: number, totalBytes: number): void {
  if (performance.now() - saidAtMs < PROGRESS_EVERY_MS) return;
  saidAtMs = performance.now();
  say({ kind: "progress", loadedBytes, totalBytes });
}

async function answer(request: ModelRequest): Promise<ModelReply> {
  try {
    if (request.kind === "load") {
      model = await loadModel(request.settings, sayProgress);
      return { kind: "loaded", size: model.size };
    }
    if (!model) throw new Error("no model is loaded");
    return { kind: "answer", numbers: await model.ask(request.input) };
  } catch (error) {
    const { reason, message } =
      error instanceof ModelFailure ? error : new ModelFailure("model", String(error));
    return { kind: "failed", reason, detail: message };
  }
}

process.on("disconnect", () => process.exit());
// Only the parent sends, and only requests.
process.on("message", (request: ModelRequest) => void answer(request).then(say));
