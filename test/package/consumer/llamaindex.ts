import type { LLM } from "@llamaindex/core/llms";
import { MetadataMode } from "@llamaindex/core/schema";
import { Quarry } from "@quarry/sdk";
import { QuarryRetriever } from "@quarry/sdk/llamaindex";
import { RetrieverQueryEngine, Settings } from "llamaindex";

const metadata = { contextWindow: 4096, model: "scripted", temperature: 0, topP: 1 };

/** A model that answers with its prompt. */
const model = {
  metadata: { ...metadata, maxTokens: 256, tokenizer: undefined, structuredOutput: false },
  complete: async ({ prompt }: { prompt: unknown }) => ({ text: JSON.stringify(prompt), raw: null }),
};

/** Retrieves and answers with LlamaIndex.TS, and prints the score, the node and what the model read. */
async function llamaIndex(): Promise<string> {
  Settings.llm = model as unknown as LLM;
  const retriever = new QuarryRetriever({ quarry: new Quarry(), spaceIds: "handbook", search: { topK: 1 } });
  const engine = new RetrieverQueryEngine(retriever);
  const [found] = await engine.retrieve({ query: "days of leave" });
  const { score = 0, node } = found ?? {};
  const { response } = await engine.query({ query: "days of leave" });
  return [score > 0, node?.getContent(MetadataMode.LLM), `Prompt: ${response}`].join("\n");
}

llamaIndex().then(console.log);
