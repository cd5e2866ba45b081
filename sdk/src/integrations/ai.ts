/**
 * @module
 * Quarry as tools for the Vercel AI SDK. Requires `ai`, version 5, 6 or 7.
 */
import type { QueryBody, Recommendation } from "@quarry/schema";
import { jsonSchema, type Tool, tool } from "ai";
import { findResults, type SearchOptions } from "./find-results.ts";
import { type FoundPassages, passagesText, toPassages } from "./passage-text.ts";

export type { FoundPassages, ToolPassage } from "./passage-text.ts";

/** Options of {@link quarryTools}. Without `spaceIds`, the model chooses from the spaces that `smartQuery` returned. */
export interface QuarryToolsOptions extends SearchOptions {}

/** A tool with its own `execute` function. */
export type RunTool<Input, Output> = Tool<Input, Output> & {
  /** Runs the tool. The AI SDK calls it with the model's input. */
  execute: NonNullable<Tool<Input, Output>["execute"]>;
};

/** What the model passes to {@link QuarryTools.smartQuery}. */
export type SmartQuestion = {
  /** The question, worded as the documents would word it. */
  query: string;
};

/** What the model passes to {@link QuarryTools.query}. */
export type SpacesQuestion = SmartQuestion & {
  /** Ids of the spaces to search. The application's `spaceIds` take precedence; with them the model gives none. */
  spaceIds?: string[];
};

/** The tools of {@link quarryTools}. A type alias, because an interface does not match the AI SDK's `ToolSet` index signature. */
export type QuarryTools = {
  /** Finds passages in the spaces of the options; without `spaceIds`, in spaces that the model chooses. */
  readonly query: RunTool<SpacesQuestion, FoundPassages>;
  /** Finds the spaces that are relevant to a question, and their best passages. */
  readonly smartQuery: RunTool<SmartQuestion, SmartOutput>;
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
      inputSchema: jsonSchema<SpacesQuestion>({
        type: "object",
        properties: spaceIds === undefined ? { query: QUESTION, spaceIds: spaces } : { query: QUESTION },
        required: spaceIds === undefined ? ["query", "spaceIds"] : ["query"],
        additionalProperties: false,
      }),
      execute: async (input, { abortSignal }) => {
        // The application's spaces take precedence, so the model cannot search others.
        const searched: QueryBody["spaceIds"] = spaceIds ?? input.spaceIds ?? [];
        return toPassages(
          options,
          await findResults({ ...options, spaceIds: searched }, input.query, abortSignal),
        );
      },
      toModelOutput: (given: FoundPassages | { output: FoundPassages }) =>
        text(passagesText(outputOf(given))),
    }),
    smartQuery: tool({
      description:
        "Finds the knowledge base spaces that are relevant to a question, and their best passages.",
      inputSchema: jsonSchema<SmartQuestion>({
        type: "object",
        properties: { query: QUESTION },
        required: ["query"],
        additionalProperties: false,
      }),
      execute: async ({ query }, { abortSignal }) => {
        const { recommendations, ...answer } = await quarry.smartQuery(
          { ...search, query, search: true },
          { signal: abortSignal },
        );
        return {
          spaces: recommendations.map(({ spaceId, name, relevanceScore, reason }) => ({
            ...{ spaceId, name, relevanceScore, reason },
          })),
          ...toPassages(options, answer),
        };
      },
      toModelOutput: (given: SmartOutput | { output: SmartOutput }) => {
        const { spaces, ...found } = outputOf(given);
        const relevant = spaces.map(({ spaceId, name, reason }) => `- ${name} (${spaceId}): ${reason}`);
        return text([`Relevant spaces:`, ...relevant, "", passagesText(found)].join("\n"));
      },
    }),
  };
}

/** What {@link QuarryTools.smartQuery} returns. */
export interface SmartOutput extends FoundPassages {
  /** The recommended spaces, most relevant first. */
  readonly spaces: ToolSpace[];
}

const text = (value: string) => ({ type: "text", value }) as const;

/** Version 5 of the AI SDK passes the output itself, later versions an object with it. */
function outputOf<Output extends object>(given: Output | { output: Output }): Output {
  return "output" in given ? given.output : given;
}
