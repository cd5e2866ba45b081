import type { NoResults, QueryResponse, QueryResult } from "@quarry/schema";
import { type SearchOptions, urlOfResult } from "./find-results.ts";

/** A passage, as tools give it to an application and, as text, to its model. */
export interface ToolPassage {
  /** Text of the passage. */
  readonly content: string;
  /** Filename of its document. */
  readonly filename: string;
  /** Id of its document. */
  readonly documentId: string;
  /** Id of its space. */
  readonly spaceId: string;
  /** How well the passage answers the question, 0 to 1; null if it was not scored. */
  readonly similarity: number | null;
  /** Where the passage is. The model reads its page, its offsets and its headings, not its rectangles. */
  readonly place: QueryResult["place"];
  /** The address that opens the passage. Missing if `urlOf` returns undefined. */
  readonly url?: string;
}

/** What a search found. */
export interface FoundPassages {
  /** The passages, best first. */
  readonly passages: ToolPassage[];
  /** Why there are none. Present if `passages` is empty. */
  readonly noResults?: NoResults;
}

/** Converts an answer. */
export function toPassages(
  options: SearchOptions,
  { results, noResults }: Pick<QueryResponse, "results" | "noResults">,
): FoundPassages {
  const passages = results.map((result) => toPassage(options, result));
  return { passages, ...(noResults ? { noResults } : {}) };
}

/** Converts a result. */
function toPassage(options: SearchOptions, result: QueryResult): ToolPassage {
  const { chunk, document, space, similarity, place } = result;
  const url = urlOfResult(options, result);
  return {
    content: chunk.content,
    ...{ filename: document.filename, documentId: document.id, spaceId: space.id, similarity, place },
    ...(url === undefined ? {} : { url }),
  };
}

/** The passages as a model reads them: each with what a citation needs. Without any, the reason. */
export function passagesText({ passages, noResults }: FoundPassages): string {
  if (passages.length === 0) return `No passages found. ${noResults?.message ?? ""}`.trim();
  return passages.map(passageText).join("\n\n");
}

function passageText(passage: ToolPassage, at: number): string {
  const { content, filename, documentId, similarity, place, url } = passage;
  const { page, slide, sheet, start, end, headings } = place;
  const where = [
    ...(page === null ? [] : [`page ${page}`]),
    ...(slide === undefined ? [] : [`slide ${slide}`]),
    ...(sheet === undefined ? [] : [`sheet ${sheet}`]),
    `characters ${start}-${end}`,
    ...(headings.length === 0 ? [] : [`under "${headings.join(" > ")}"`]),
  ];
  return [
    `[${at + 1}] ${filename}, ${where.join(", ")}`,
    ...(url === undefined ? [] : [`URL: ${url}`]),
    `Document: ${documentId}, similarity ${similarity?.toFixed(3) ?? "unknown"}`,
    "",
    content,
  ].join("\n");
}
