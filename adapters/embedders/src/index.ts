export { type BuiltinEmbedderOptions, createBuiltinEmbedder } from "./builtin.ts";
export { createOpenAiEmbedder, type OpenAiEmbedderOptions } from "./openai.ts";
export { EmbedderSetupError } from "./provider-fault.ts";
