import { Quarry } from "@quarry/sdk";
import { quarryTools } from "@quarry/sdk/ai";
import { generateText, type LanguageModel, stepCountIs } from "ai";
import { scriptedModel } from "./scripted-model.ts";

/** Lets a model of the AI SDK call the tools, and prints what it read. */
async function aiLoop(version: 2 | 3 | 4): Promise<string> {
  const quarry = new Quarry();
  const tools = quarryTools({ quarry, spaceIds: "handbook" });
  const model = scriptedModel(version, "query", { query: "days of leave" }) as unknown as LanguageModel;
  const { text } = await generateText({ model, tools, prompt: "How much leave?", stopWhen: stepCountIs(3) });
  return text;
}

const { process } = globalThis as unknown as { process: { argv: string[] } };
aiLoop(Number(process.argv[2]) as 2 | 3 | 4).then(console.log);
