/**
 * @module
 * Quarry as tools of the Vercel AI SDK. Needs `ai`.
 */
import type { QueryBody, Recommendation, ResultItem } from "@quarry/schema";
import { jsonSchema, type Tool, tool } from "ai";
import type { Quarry } from "./client.ts";

/** What the tools ask, and where. */
export interface QuarryToolsOptions {
  readonly quarry: Pick<Quarry, "query" | "smartQuery">;
  /** Ids or slugs of the spaces that `query` asks. Left out: the model names them, as `smartQuery` told it. */
  readonly spaceIds?: QueryBody["spaceIds"] | undefined;
  /** Further fields of every query: `topK`, `threshold`, `filter`, `mode` and others. */
  readonly search?: Omit<QueryBody, "query" | "spaceIds" | "limit"> | undefined;
}

/** A passage as the model sees it. */
export interface ToolPassage {
  readonly content: string;
  readonly filename: string;
  readonly documentId: string;
  readonly spaceId: string;
  readonly similarity: number | null;
}

/** A tool that is run here and not by whoever asks for it. */
export type RunTool<Input, Output> = Tool<Input, Output> & {
  execute: NonNullable<Tool<Input, Output>["execute"]>;
};

/** The tools of {@link quarryTools}; no interface, because only a type alias fits where the AI SDK wants any set of tools. */
export type QuarryTools = {
  readonly query: RunTool<{ query: string; spaceIds?: string[] }, { passages: ToolPassage[] }>;
  readonly smartQuery: RunTool<{ query: string }, { spaces: ToolSpace[]; passages: ToolPassage[] }>;
};

/** A space that is worth asking, as the model sees it. */
export type ToolSpace = Pick<Recommendation, "spaceId" | "name" | "relevanceScore" | "reason">;

const QUESTION = {
  type: "string",
  description: "the question, in the words that the documents would use",
} as const;

/** Tools with which a model finds passages: `query` in known spaces, `smartQuery` where they are not known. */
export function quarryTools({ quarry, spaceIds, search }: QuarryToolsOptions): QuarryTools {
  const spaces = {
    type: "array",
    items: { type: "string" },
    minItems: 1,
    description: "ids of spaces",
  } as const;
  return {
    query: tool({
      description:
        spaceIds === undefined
          ? "Finds the passages of a knowledge base's spaces that answer a question best."
          : "Finds the passages of the knowledge base that answer a question best.",
      inputSchema: jsonSchema<{ query: string; spaceIds?: string[] }>({
        type: "object",
        properties: spaceIds === undefined ? { query: QUESTION, spaceIds: spaces } : { query: QUESTION },
        required: spaceIds === undefined ? ["query", "spaceIds"] : ["query"],
        additionalProperties: false,
      }),
      execute: async (input, { abortSignal }) => {
        // What the application says wins: a model cannot reach beyond it.
        const asked = spaceIds ?? input.spaceIds ?? [];
        const answer = await quarry.query(
          { ...search, query: input.query, spaceIds: asked },
          { signal: abortSignal },
        );
        return { passages: answer.results.map(passage) };
      },
    }),
    smartQuery: tool({
      description:
        "Finds the spaces of the knowledge base that know about a question, and their best passages.",
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
          passages: results.map(passage),
        };
      },
    }),
  };
}

function passage({ chunk, document, space, similarity }: ResultItem): ToolPassage {
  return {
    content: chunk.content,
    ...{ filename: document.filename, documentId: document.id, spaceId: space.id, similarity },
  };
}
