/**
 * @module
 * Quarry as tools for the Vercel AI SDK. Requires `ai`, version 5, 6 or 7.
 */
import type { QueryBody, Recommendation } from "@quarry/schema";
import { jsonSchema, type Tool, tool } from "ai";
import { findResults, type SearchOptions } from "./find-results.ts";
import { passagesText, type ToolPassage, toPassage } from "./passage-text.ts";

export type { ToolPassage } from "./passage-text.ts";

/** Options of {@link quarryTools}. Without `spaceIds`, the model chooses from the spaces that `smartQuery` returned. */
export interface QuarryToolsOptions extends SearchOptions {}

/** A tool with its own `execute` function. */
export type RunTool<Input, Output> = Tool<Input, Output> & {
  execute: NonNullable<Tool<Input, Output>["execute"]>;
};

/** The tools of {@link quarryTools}. A type alias, because an interface does not match the AI SDK's `ToolSet` index signature. */
export type QuarryTools = {
  readonly query: RunTool<{ query: string; spaceIds?: string[] }, { passages: ToolPassage[] }>;
  readonly smartQuery: RunTool<{ query: string }, { spaces: ToolSpace[]; passages: ToolPassage[] }>;
};

/** A recommended space, reduced to what the model needs. */
export type ToolSpace = Pick<Recommendation, "spaceId" | "name" | "relevanceScore" | "reason">;

const QUESTION = {
  type: "string",
  description: "The question, worded as the documents would word it.",
} as const;

/** Creates tools for finding passages: `query` searches given spaces, `smartQuery` finds the spaces first. */
export function quarryTools(options: QuarryToolsOptions): QuarryTools {
  const { quarry, spaceIds, search } = options;
  const spaces = {
    type: "array",
    items: { type: "string" },
    minItems: 1,
    description: "Space ids.",
  } as const;
  return {
    query: tool({
      description:
        spaceIds === undefined
          ? "Finds the passages in the given knowledge base spaces that best answer a question."
          : "Finds the passages in the knowledge base that best answer a question.",
      inputSchema: jsonSchema<{ query: string; spaceIds?: string[] }>({
        type: "object",
        properties: spaceIds === undefined ? { query: QUESTION, spaceIds: spaces } : { query: QUESTION },
        required: spaceIds === undefined ? ["query", "spaceIds"] : ["query"],
        additionalProperties: false,
      }),
      execute: async (input, { abortSignal }) => {
        // The application's spaces take precedence, so the model cannot search others.
        const searched: QueryBody["spaceIds"] = spaceIds ?? input.spaceIds ?? [];
        const results = await findResults({ ...options, spaceIds: searched }, input.query, abortSignal);
        return { passages: results.map((result) => toPassage(options, result)) };
      },
      toModelOutput: (given: { passages: ToolPassage[] } | { output: { passages: ToolPassage[] } }) =>
        text(passagesText(outputOf(given).passages)),
    }),
    smartQuery: tool({
      description:
        "Finds the knowledge base spaces that are relevant to a question, and their best passages.",
      inputSchema: jsonSchema<{ query: string }>({
        type: "object",
        properties: { query: QUESTION },
        required: ["query"],
        additionalProperties: false,
      }),
      execute: async ({ query }, { abortSignal }) => {
        const { recommendations, results } = await quarry.smartQuery(
          { ...search, query, search: true },
          { signal: abortSignal },
        );
        return {
          spaces: recommendations.map(({ spaceId, name, relevanceScore, reason }) => ({
            ...{ spaceId, name, relevanceScore, reason },
          })),
          passages: results.map((result) => toPassage(options, result)),
        };
      },
      toModelOutput: (given: SmartOutput | { output: SmartOutput }) => {
        const { spaces, passages } = outputOf(given);
        const found = spaces.map(({ spaceId, name, reason }) => `- ${name} (${spaceId}): ${reason}`);
        return text([`Relevant spaces:`, ...found, "", passagesText(passages)].join("\n"));
      },
    }),
  };
}

type SmartOutput = { spaces: ToolSpace[]; passages: ToolPassage[] };

const text = (value: string) => ({ type: "text", value }) as const;

/** Version 5 of the AI SDK passes the output itself, later versions an object with it. */
function outputOf<Output extends object>(given: Output | { output: Output }): Output {
  return "output" in given ? given.output : given;
}
