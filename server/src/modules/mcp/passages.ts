import { Degraded, described, NoResults, Place, type QueryResponse, type ResultItem } from "@quarry/schema";
import { type Static, Type } from "@sinclair/typebox";
import { documentUrl } from "../documents/document-url.ts";
import { type AnswerForm, bytesOf, charsWithin, shorten, takeFitting } from "./answer-size.ts";
import { lines, oneLine } from "./markdown.ts";
import { listedMetadata, omitted, toListedMetadata } from "./records.ts";

/** Largest passage. Tables and lists that are kept whole may be longer. */
const MAX_PASSAGE_BYTES = 8000;

/** A ranked passage, flattened and without fields that only programs need. */
export const Passage = Type.Object({
  documentId: Type.String(),
  filename: Type.String(),
  url: Type.String({ description: "opens the document at the passage, for people who are signed in" }),
  spaceId: Type.String(),
  spaceName: Type.String(),
  similarity: Type.Union([Type.Number(), Type.Null()], {
    description: "0 to 1, comparable across spaces; null when the passage was not scored",
  }),
  chunkId: Type.String(),
  chunkIndex: Type.Integer({ description: "0-based position in the document" }),
  place: described(
    Place,
    "page, headings (a path), start and end (offsets for get_document), rectangles, and similar",
  ),
  ...listedMetadata,
  content: Type.String(),
  isCut: Type.Optional(
    Type.Literal(true, { description: "true when content is truncated; get_document reads the rest" }),
  ),
});
/** Static type of {@link Passage}. */
export type Passage = Static<typeof Passage>;

/** The output fields of a search. */
export const passageFields = {
  passages: Type.Array(Passage, { description: "best first" }),
  omitted,
  noResults: Type.Optional(NoResults),
  degraded: Type.Optional(Degraded),
};

/** How to write an answer of passages. */
export interface PassageWriting {
  readonly form: AnswerForm;
  /** The address of the service, for links. */
  readonly publicUrl: string;
  /** Size of the answer in bytes. Default: 25,000. */
  readonly maxBytes?: number | undefined;
}

/** Turns query results into a tool's answer, with as many passages as fit. */
export function answerOf(
  { results = [], degraded, noResults }: Partial<QueryResponse>,
  { form, publicUrl, maxBytes }: PassageWriting,
) {
  const all = results.map((result) => toPassage(result, publicUrl));
  const passages = takeFitting(all, { form, textOf: (passage) => passageText(passage, 0), maxBytes });
  const omittedPassages = all.length - passages.length;
  const text = lines(
    ...passages.map((passage, index) => `${passageText(passage, index + 1)}\n`),
    noResults ? `No passages found. ${noResults.message}` : "",
    omittedPassages > 0
      ? `${omittedPassages} more passages did not fit in the answer. Call again with a smaller topK, a threshold, maxPerDocument, or a larger maxBytes; get_document reads more of a document.`
      : "",
    degraded ? `Note: the results may be worse than usual: ${degraded.reason}` : "",
  );
  const remarks = { ...(noResults ? { noResults } : {}), ...(degraded ? { degraded } : {}) };
  return { data: { passages, omitted: omittedPassages, ...remarks }, text };
}

function toPassage({ chunk, document, space, similarity, place }: ResultItem, publicUrl: string): Passage {
  const isCut = bytesOf(chunk.content) > MAX_PASSAGE_BYTES;
  return {
    documentId: document.id,
    filename: document.filename,
    url: documentUrl(publicUrl, document.id, place),
    spaceId: space.id,
    spaceName: space.name,
    similarity,
    chunkId: chunk.id,
    chunkIndex: chunk.chunkIndex,
    place,
    ...toListedMetadata(document.metadata),
    content: isCut ? shorten(chunk.content, charsWithin(chunk.content, MAX_PASSAGE_BYTES)) : chunk.content,
    ...(isCut ? { isCut: true as const } : {}),
  };
}

/** A passage's place for people: its page, slide or sheet, and its headings. */
export function placeText({ page, slide, sheet, headings }: Place): string[] {
  const where = [
    page === null ? "" : `page ${page}`,
    slide === undefined ? "" : `slide ${slide}`,
    sheet === undefined ? "" : `sheet ${sheet}`,
    headings.join(" > "),
  ];
  return where.filter((part) => part !== "").map(oneLine);
}

function passageText(passage: Passage, rank: number): string {
  const { filename, url, documentId, spaceId, spaceName, similarity, place, content, isCut } = passage;
  return lines(
    `### ${rank}. ${[oneLine(filename), ...placeText(place)].join(" — ")}`,
    `similarity ${similarity?.toFixed(3) ?? "unknown"}; document ${documentId} from offset ${place.start}; space ${oneLine(spaceName)} (${spaceId})`,
    url,
    "",
    content,
    isCut ? "[The passage is truncated; get_document reads all of it.]" : "",
  );
}
