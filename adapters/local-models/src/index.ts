/**
 * @module
 * Runs ONNX models on this machine, each in a process of its own, for the adapters whose models they are.
 */
export { type LocalModel, type LocalModelOptions, openLocalModel } from "./local-model.ts";
export type { ModelUse } from "./model-fault.ts";
export type { ModelInput, ModelTask } from "./model-messages.ts";
export type { ModelLane } from "./model-queue.ts";
export type { Pooling } from "./pooling.ts";
