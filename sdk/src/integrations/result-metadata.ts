import type { Metadata, Place, QueryResult } from "@quarry/schema";
import { type SearchOptions, urlOfResult } from "./find-results.ts";

/** The metadata of a passage in a framework's document. */
export interface PassageFields {
  /** The document's filename. */
  readonly source: string;
  /** Where the passage is, as LangChain's loaders say it. */
  readonly loc: {
    /** 1-based page. Present in documents with pages. */
    readonly pageNumber?: number;
    /** Offset of the passage's first character in the document's text, in UTF-16 code units. */
    readonly start: number;
    /** Offset behind its last character, in UTF-16 code units. */
    readonly end: number;
  };
  /** Id of the document. */
  readonly documentId: string;
  /** The document's filename, the same as `source`. */
  readonly filename: string;
  /** Id of the document's space. */
  readonly spaceId: string;
  /** How well the passage answers the question, 0 to 1; null if it was not scored. */
  readonly similarity: number | null;
  /** Where the passage is: `page`, `start`, `end`, `headings`, `rectangles`. */
  readonly place: Place;
  /** The address that opens the passage. Missing if `urlOf` returns undefined. */
  readonly url?: string;
  /** The Quarry document's metadata. */
  readonly document: Metadata;
}

/** The metadata of a result in a framework's document. */
export function passageFields(options: SearchOptions, result: QueryResult): PassageFields {
  const { document, space, similarity, place } = result;
  const { page, start, end } = place;
  const url = urlOfResult(options, result);
  return {
    source: document.filename,
    loc: { ...(page === null ? {} : { pageNumber: page }), start, end },
    documentId: document.id,
    filename: document.filename,
    spaceId: space.id,
    similarity,
    place,
    ...(url === undefined ? {} : { url }),
    document: document.metadata,
  };
}
