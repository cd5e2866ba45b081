/**
 * @module
 * Runs ONNX models on this machine, each in its own child process, for the local embedder and reranker.
 */
export { type LocalModel, type LocalModelOptions, openLocalModel } from "./local-model.ts";
export type { ModelUse } from "./model-errors.ts";
export type { ModelInput, ModelTask } from "./model-messages.ts";
export type { ModelLane } from "./model-queue.ts";
export type { Pooling } from "./pooling.ts";
