import { Agent, type ToolsInput } from "@mastra/core/agent";
import { Quarry } from "@quarry/sdk";
import { quarryTools } from "@quarry/sdk/ai";
import { scriptedModel } from "./scripted-model.ts";

/** Lets an agent of Mastra call the tools, and prints what its model read. */
async function mastra(): Promise<string> {
  // Mastra has a copy of the types of the AI SDK, whose JSON schemas differ by a unique symbol.
  const tools = quarryTools({ quarry: new Quarry(), spaceIds: "handbook" }) as unknown as ToolsInput;
  const agent = new Agent({
    id: "handbook",
    name: "Handbook",
    instructions: "Answer from the handbook.",
    model: scriptedModel(2, "query", { query: "days of leave" }) as never,
    tools,
  });
  const { text } = await agent.generate("How much leave?", { maxSteps: 3 });
  return text;
}

mastra().then(console.log);
