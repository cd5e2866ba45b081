/** A message that a model reads. */
interface Prompt {
  readonly prompt: readonly { readonly role: string; readonly content: unknown }[];
}

/**
 * A model that calls a tool once and then answers with what it read from the tool.
 * @param version Of the AI SDK's specification for models: 2 for its version 5, 3 for 6, 4 for 7.
 */
export function scriptedModel(version: 2 | 3 | 4, toolName: string, input: object) {
  const finishReason = (name: string) => (version === 2 ? name : { unified: name, raw: name });
  const usage =
    version === 2
      ? { inputTokens: 1, outputTokens: 1, totalTokens: 2 }
      : {
          inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 1, text: 1, reasoning: 0 },
        };
  const call = { type: "tool-call", toolCallId: "call_1", toolName, input: JSON.stringify(input) };

  function answer({ prompt }: Prompt) {
    const read = prompt.find(({ role }) => role === "tool");
    if (!read) return { part: call, finish: finishReason("tool-calls") };
    const [{ output }] = read.content as [{ output: { type: string; value: unknown } }];
    const text = typeof output.value === "string" ? output.value : JSON.stringify(output.value);
    return { part: { type: "text", text }, finish: finishReason("stop") };
  }

  return {
    specificationVersion: `v${version}`,
    provider: "scripted",
    modelId: "scripted",
    supportedUrls: {},
    async doGenerate(options: Prompt) {
      const { part, finish } = answer(options);
      return { content: [part], finishReason: finish, usage, warnings: [] };
    },
    async doStream(options: Prompt) {
      const { part, finish } = answer(options);
      const parts =
        "text" in part
          ? [
              { type: "text-start", id: "1" },
              { type: "text-delta", id: "1", delta: part.text },
              { type: "text-end", id: "1" },
            ]
          : [part];
      const all = [
        { type: "stream-start", warnings: [] },
        ...parts,
        { type: "finish", finishReason: finish, usage },
      ];
      const stream = new ReadableStream({
        start(controller) {
          for (const one of all) controller.enqueue(one);
          controller.close();
        },
      });
      return { stream };
    },
  };
}
