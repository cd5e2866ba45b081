import { type LoadedModel, loadModel } from "./load-model.ts";
import { ModelFailure, type ModelReply, type ModelRequest } from "./model-messages.ts";

/**
 * The program of the child process that runs a model. It handles one request after the other, and exits with its parent
 * process.
 */

const PROGRESS_INTERVAL_MS = 200;

const send = (reply: ModelReply) => process.send?.(reply);

let model: LoadedModel | undefined;
let progressAtMs = 0;

function sendProgress(loadedBytes: number, totalBytes: number): void {
  if (performance.now() - progressAtMs < PROGRESS_INTERVAL_MS) return;
  progressAtMs = performance.now();
  send({ kind: "progress", loadedBytes, totalBytes });
}

async function handle(request: ModelRequest): Promise<ModelReply> {
  try {
    if (request.kind === "load") {
      model = await loadModel(request.settings, sendProgress);
      return { kind: "loaded", size: model.size };
    }
    if (!model) throw new Error("no model is loaded");
    return { kind: "output", numbers: await model.run(request.input) };
  } catch (error) {
    const { reason, message } =
      error instanceof ModelFailure ? error : new ModelFailure("model", String(error));
    return { kind: "failed", reason, detail: message };
  }
}

process.on("disconnect", () => process.exit());
// Only the parent process sends messages, and only requests.
process.on("message", (request: ModelRequest) => void handle(request).then(send));
