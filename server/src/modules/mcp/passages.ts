import { Degraded, type Metadata, MetadataSchema, type QueryResponse, type ResultItem } from "@quarry/schema";
import { type Static, Type } from "@sinclair/typebox";
import { shorten, takeFitting } from "./answer-size.ts";
import { lines, oneLine } from "./markdown.ts";
import { omitted, toListedMetadata } from "./records.ts";

/** A table or list that is kept whole may be longer than a model wants to read of one passage. */
const MAX_PASSAGE_CHARS = 12_000;

/** A ranked passage, flat and without what only a program needs. */
export const Passage = Type.Object({
  documentId: Type.String(),
  filename: Type.String(),
  spaceId: Type.String(),
  spaceName: Type.String(),
  similarity: Type.Union([Type.Number(), Type.Null()], {
    description: "0 to 1, comparable across spaces; null when the passage was not scored",
  }),
  chunkId: Type.String(),
  chunkIndex: Type.Integer({ description: "0-based place in the document" }),
  place: Type.Unsafe<Metadata>({
    ...MetadataSchema,
    description: "page, headings (a path), start and end (offsets that get_document takes), and the like",
  }),
  metadata: Type.Optional(
    Type.Unsafe<Metadata>({ ...MetadataSchema, description: "the document's; left out when large" }),
  ),
  content: Type.String(),
  isCut: Type.Optional(Type.Literal(true, { description: "content goes on in the document" })),
});
/** Static type of {@link Passage}. */
export type Passage = Static<typeof Passage>;

/** What a search adds to a tool's answer. */
export const passageFields = {
  passages: Type.Array(Passage, { description: "best first" }),
  omitted,
  degraded: Type.Optional(Degraded),
};

/** The passages of a query's answer, as many as fit, with their text. */
export function answerOf({ results = [], degraded }: Partial<QueryResponse>) {
  const all = results.map(toPassage);
  const passages = takeFitting(all, (passage) => passageText(passage, 0));
  const omittedPassages = all.length - passages.length;
  const text = lines(
    ...passages.map((passage, index) => `${passageText(passage, index + 1)}\n`),
    passages.length === 0
      ? "No passages were found. Try other words, other spaces, or a lower threshold."
      : "",
    omittedPassages > 0
      ? `${omittedPassages} further passages were left out, since the answer would be too long. Call again with a smaller topK, a threshold, or maxPerDocument; get_document reads on in a document.`
      : "",
    degraded ? `Note: the answer is of lower quality than usual: ${degraded.reason}` : "",
  );
  return { data: { passages, omitted: omittedPassages, ...(degraded ? { degraded } : {}) }, text };
}

function toPassage({ chunk, document, space, similarity, metadata }: ResultItem): Passage {
  return {
    documentId: document.id,
    filename: document.filename,
    spaceId: space.id,
    spaceName: space.name,
    similarity,
    chunkId: chunk.id,
    chunkIndex: chunk.chunkIndex,
    place: metadata,
    ...toListedMetadata(document.metadata),
    content: shorten(chunk.content, MAX_PASSAGE_CHARS),
    ...(chunk.content.length > MAX_PASSAGE_CHARS ? { isCut: true as const } : {}),
  };
}

function passageText(passage: Passage, rank: number): string {
  const { filename, documentId, spaceId, spaceName, similarity, place, content, isCut } = passage;
  const { page, slide, sheet, headings, start } = place;
  const where = [
    isThere(page) ? `page ${page}` : "",
    isThere(slide) ? `slide ${slide}` : "",
    isThere(sheet) ? `sheet ${sheet}` : "",
    Array.isArray(headings) ? headings.join(" > ") : "",
  ].filter((part) => part !== "");
  return lines(
    `### ${rank}. ${[oneLine(filename), ...where.map(oneLine)].join(" — ")}`,
    `similarity ${similarity?.toFixed(3) ?? "unknown"}; document ${documentId}${isThere(start) ? ` from offset ${start}` : ""}; space ${oneLine(spaceName)} (${spaceId})`,
    "",
    content,
    isCut ? "[The passage goes on; get_document reads it whole.]" : "",
  );
}

/** Places that a kind of document does not have are null. */
function isThere(value: unknown): value is string | number {
  return typeof value === "number" || typeof value === "string";
}
