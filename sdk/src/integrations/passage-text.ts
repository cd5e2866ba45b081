import type { QueryResult } from "@quarry/schema";
import { type SearchOptions, urlOfResult } from "./find-results.ts";

/** A passage, as tools give it to an application and, as text, to its model. */
export interface ToolPassage {
  readonly content: string;
  readonly filename: string;
  readonly documentId: string;
  readonly spaceId: string;
  readonly similarity: number | null;
  /** Where the passage is. The model reads its page, its offsets and its headings, not its rectangles. */
  readonly place: QueryResult["place"];
  /** The address that opens the passage. */
  readonly url?: string;
}

/** Converts a result. */
export function toPassage(options: SearchOptions, result: QueryResult): ToolPassage {
  const { chunk, document, space, similarity, place } = result;
  const url = urlOfResult(options, result);
  return {
    content: chunk.content,
    ...{ filename: document.filename, documentId: document.id, spaceId: space.id, similarity, place },
    ...(url === undefined ? {} : { url }),
  };
}

/** The passages as a model reads them: each with what a citation needs. */
export function passagesText(passages: readonly ToolPassage[]): string {
  if (passages.length === 0) return "No passages found.";
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
