export { ProviderSetupError } from "@quarry/providers";
export { type BuiltinEmbedderOptions, createBuiltinEmbedder, isBuiltinModel } from "./builtin.ts";
export { createLocalEmbedder, type LocalEmbedderOptions } from "./local/local-embedder.ts";
export { createOpenAiEmbedder, type OpenAiEmbedderOptions } from "./openai/openai.ts";
