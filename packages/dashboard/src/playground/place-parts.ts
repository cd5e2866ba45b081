import type { QueryResult } from "@quarry/sdk";
import { text } from "../text/text.ts";

/** Where a passage stands in its document: its headings and its page. */
export function placeParts({ place: { headings, page } }: Pick<QueryResult, "place">): string[] {
  return [...headings, ...(page === null ? [] : [text.playground.page(page)])];
}
