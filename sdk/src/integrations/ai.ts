/**
 * @module
 * Quarry as tools for the Vercel AI SDK. Requires `ai`.
 */
import type { QueryBody, Recommendation, ResultItem } from "@quarry/schema";
import { jsonSchema, type Tool, tool } from "ai";
import type { Quarry } from "../client.ts";

/** Options of {@link quarryTools}. */
export interface QuarryToolsOptions {
  readonly quarry: Pick<Quarry, "query" | "smartQuery">;
  /** Ids or slugs of the spaces that `query` searches. Default: the model chooses from the spaces that `smartQuery` returned. */
  readonly spaceIds?: QueryBody["spaceIds"] | undefined;
  /** More fields for every query: `topK`, `threshold`, `filter`, `mode` and others. */
  readonly search?: Omit<QueryBody, "query" | "spaceIds" | "limit"> | undefined;
}

/** A passage, reduced to what the model needs. */
export interface ToolPassage {
  readonly content: string;
  readonly filename: string;
  readonly documentId: string;
  readonly spaceId: string;
  readonly similarity: number | null;
}

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
export function quarryTools({ quarry, spaceIds, search }: QuarryToolsOptions): QuarryTools {
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
        const answer = await quarry.query(
          { ...search, query: input.query, spaceIds: spaceIds ?? input.spaceIds ?? [] },
          { signal: abortSignal },
        );
        return { passages: answer.results.map(toPassage) };
      },
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
        const { recommendations, results = [] } = await quarry.smartQuery(
          { ...search, query, search: true },
          { signal: abortSignal },
        );
        return {
          spaces: recommendations.map(({ spaceId, name, relevanceScore, reason }) => ({
            ...{ spaceId, name, relevanceScore, reason },
          })),
          passages: results.map(toPassage),
        };
      },
    }),
  };
}

function toPassage({ chunk, document, space, similarity }: ResultItem): ToolPassage {
  return {
    content: chunk.content,
    ...{ filename: document.filename, documentId: document.id, spaceId: space.id, similarity },
  };
}
