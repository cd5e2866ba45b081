import { invalidField } from "@quarry/core/internal";
import { LIMITS, type ResultItem, Text } from "@quarry/schema";
import { Type } from "@sinclair/typebox";
import { textPart } from "../../records/documents/text-part.ts";
import { documentUrl } from "../documents/document-url.ts";
import { charsWithin, MAX_ANSWER_BYTES, takeFitting } from "./answer-size.ts";
import { oneLine } from "./markdown.ts";
import { placeText } from "./passages.ts";
import { ANNOTATIONS, defineTool } from "./tool.ts";

const RESULTS = 10;
const SPACES = 10;
/** For the id, the title, the address and the metadata. */
const RESERVED_BYTES = 2000;
/** More characters than ever fit. */
const MOST_CHARS = MAX_ANSWER_BYTES;
const ID = /^(doc_[0-9a-z]{1,60})(?:@(\d{1,10}))?$/;

const SearchResult = Type.Object({
  id: Type.String({ description: "for fetch: the document and the offset of the passage" }),
  title: Type.String(),
  url: Type.String({ description: "opens the document at the passage" }),
  text: Type.String(),
});

/** `search` and `fetch` have the form that ChatGPT's connectors and deep research call: one string in, JSON out. */
const search = defineTool({
  name: "search",
  title: "Search everything",
  description:
    "For connectors and deep research: searches all spaces and returns passages as JSON with id, title, url and text. fetch returns the whole text behind an id. Cite the url. smart_query and query_spaces search with filters and scores.",
  permission: "queries:read",
  annotations: ANNOTATIONS.reads,
  input: Type.Object(
    {
      query: Text({
        minLength: 1,
        maxLength: LIMITS.queryMaxChars,
        description: "the question in natural language, including the important terms",
      }),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ results: Type.Array(SearchResult) }),
  async run({ query }, { caller, services, publicUrl, signal }) {
    const wanted = { query, limit: SPACES, topK: RESULTS, search: true };
    const { results = [] } = await services.smartQueries.smartQuery(caller, wanted, { signal });
    const found = takeFitting(
      results.map((result) => toSearchResult(result, publicUrl)),
      { form: "text", textOf: (result) => JSON.stringify(result) },
    );
    return asJson({ results: found });
  },
});

function toSearchResult({ chunk, document, place }: ResultItem, publicUrl: string) {
  return {
    id: `${document.id}@${place.start}`,
    title: [oneLine(document.filename), ...placeText(place)].join(" — "),
    url: documentUrl(publicUrl, document.id, place),
    text: chunk.content.slice(0, charsWithin(chunk.content, MAX_ANSWER_BYTES / RESULTS)).toWellFormed(),
  };
}

const fetchDocument = defineTool({
  name: "fetch",
  title: "Fetch a document",
  description:
    "For connectors and deep research: returns the text of a document by an id from search, as JSON with id, title, text, url and metadata. A long document comes in parts, from the passage on: metadata.next is the id of the next part.",
  permission: "documents:read",
  annotations: ANNOTATIONS.reads,
  input: Type.Object(
    { id: Text({ minLength: 1, maxLength: 100, description: "an id from search, or of a document" }) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    id: Type.String(),
    title: Type.String(),
    text: Type.String(),
    url: Type.String(),
    metadata: Type.Record(Type.String(), Type.String()),
  }),
  async run({ id }, { caller, services, publicUrl }) {
    const [, documentId, offset] = ID.exec(id) ?? [];
    if (documentId === undefined) throw invalidField("/id", "must be an id from search, or of a document");
    const read = (from: number) =>
      services.documents.getWithTextPart(caller, undefined, documentId, {
        offset: from,
        maxChars: MOST_CHARS,
      });
    const room = MAX_ANSWER_BYTES - RESERVED_BYTES;
    const whole = await read(0);
    const isWhole = whole.part.nextOffset === null && jsonChars(whole.part.content, room) === whole.part.end;
    const { document, part } = isWhole || offset === undefined ? whole : await read(Number(offset));
    const { content } = textPart(part.content, 0, jsonChars(part.content, room));
    const end = part.start + content.length;
    const { filename, spaceId, mimeType, updatedAt } = document;
    const shown = { spaceId, mimeType, updatedAt, start: String(part.start), end: String(end) };
    return asJson({
      id,
      title: oneLine(filename),
      text: content,
      url: documentUrl(publicUrl, documentId, offset === undefined ? {} : { start: Number(offset) }),
      metadata: {
        ...shown,
        totalChars: String(part.totalChars),
        ...(end < part.totalChars ? { next: `${documentId}@${end}` } : {}),
      },
    });
  },
});

/** An answer whose text is its data as JSON. */
function asJson<Data extends object>(data: Data) {
  return { data, text: JSON.stringify(data) };
}

/** Number of characters whose JSON, written as JSON text once more, takes up at most `maxBytes`. */
function jsonChars(text: string, maxBytes: number): number {
  const escaped = JSON.stringify(text);
  const ratio = Buffer.byteLength(JSON.stringify(escaped)) / Math.max(1, Buffer.byteLength(escaped));
  return charsWithin(text, maxBytes / ratio);
}

/** Tools in the form that other services prescribe. */
export const CONNECTOR_TOOLS = [search, fetchDocument];
