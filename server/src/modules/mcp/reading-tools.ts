import { invalidField } from "@quarry/core/internal";
import type { OutlineHeading } from "@quarry/schema";
import { type Static, Type } from "@sinclair/typebox";
import { type TextPart, textPart } from "../../records/documents/text-part.ts";
import { documentUrl } from "../documents/document-url.ts";
import { bytesOf, charsWithin, MAX_ANSWER_BYTES, shorten, takeFitting } from "./answer-size.ts";
import { documentFields } from "./document-tools.ts";
import { documentText, lines, oneLine } from "./markdown.ts";
import { DocumentRecord, toDocumentRecord } from "./records.ts";
import { ANNOTATIONS, defineTool } from "./tool.ts";

const DEFAULT_CHARS = 20_000;
const MAX_CHARS = 50_000;
const TITLE_CHARS = 300;
/** For the text around a part. */
const RESERVED_BYTES = 800;

const offset = Type.Optional(
  Type.Integer({ minimum: 0, maximum: 2_000_000_000, default: 0, description: "where to start" }),
);
const nextOffset = Type.Union([Type.Integer(), Type.Null()], {
  description: "the offset of the next part; null at the end",
});

const getDocument = defineTool({
  name: "get_document",
  title: "Read a document",
  description:
    "Returns a document's record and a part of its extracted text. Long texts come in parts: call again with offset = text.nextOffset. Passages and headings give the offset where they start, so read from there instead of from the beginning.",
  permission: "documents:read",
  annotations: ANNOTATIONS.reads,
  input: Type.Object(
    {
      ...documentFields,
      offset,
      maxChars: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MAX_CHARS,
          description: `maximum length of the part; default: as much as fits in ${MAX_ANSWER_BYTES} bytes`,
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    document: DocumentRecord,
    url: Type.String({ description: "opens the document at the part, for people who are signed in" }),
    text: Type.Object({
      content: Type.String(),
      start: Type.Integer(),
      end: Type.Integer(),
      totalChars: Type.Integer(),
      nextOffset,
    }),
  }),
  async run({ documentId, spaceId, offset = 0, maxChars }, { caller, services, publicUrl }) {
    const wanted = { offset, maxChars: maxChars ?? DEFAULT_CHARS };
    const found = await services.documents.getWithTextPart(caller, spaceId, documentId, wanted);
    const document = toDocumentRecord(found.document);
    const part = maxChars === undefined ? fitting(found.part, bytesOf(document)) : found.part;
    const { start, end, totalChars, nextOffset } = part;
    if (offset > totalChars)
      throw invalidField("/offset", `must be at most ${totalChars}, the length of the text`);
    const isWhole = start === 0 && nextOffset === null;
    const url = documentUrl(publicUrl, document.id, isWhole ? {} : { start, end });
    const text = lines(
      documentText(document),
      url,
      totalChars === 0 ? "The document has no text." : `Characters ${start} to ${end} of ${totalChars}:`,
      "",
      part.content,
      nextOffset === null ? "" : `[For the next part, call get_document with offset ${nextOffset}.]`,
    );
    return { data: { document, url, text: part }, text };
  },
});

/** The start of a part that leaves room for `otherBytes` in an answer. */
function fitting(part: TextPart, otherBytes: number): TextPart {
  const chars = charsWithin(part.content, MAX_ANSWER_BYTES - RESERVED_BYTES - otherBytes);
  if (chars === part.content.length) return part;
  const { content } = textPart(part.content, 0, chars);
  const end = part.start + content.length;
  return { ...part, content, end, nextOffset: end < part.totalChars ? end : null };
}

const Heading = Type.Object({
  title: Type.String(),
  level: Type.Integer({ minimum: 1, maximum: 6 }),
  start: Type.Integer({ description: "offset of the heading in the text; its section ends at end" }),
  end: Type.Integer(),
  page: Type.Optional(Type.Integer()),
  slide: Type.Optional(Type.Integer()),
  sheet: Type.Optional(Type.String()),
});
type Heading = Static<typeof Heading>;

const getOutline = defineTool({
  name: "get_outline",
  title: "Get a document's outline",
  description:
    "Lists a document's headings in order, with level, page and offsets. Use it to find a section of a long document, then read it with get_document, offset = start and maxChars = end - start.",
  permission: "documents:read",
  annotations: ANNOTATIONS.reads,
  input: Type.Object({ ...documentFields, offset }, { additionalProperties: false }),
  output: Type.Object({
    url: Type.String({
      description:
        "opens the document, for people who are signed in; followed by ?start=START&end=END#passage, at a heading",
    }),
    headings: Type.Array(Heading),
    totalHeadings: Type.Integer(),
    nextOffset,
  }),
  async run({ documentId, spaceId, offset = 0 }, { caller, services, form, publicUrl }) {
    const url = documentUrl(publicUrl, documentId);
    const all = flatten(await services.documents.outline(caller, spaceId, documentId));
    const headings = takeFitting(all.slice(offset), { form, textOf: headingText });
    const end = offset + headings.length;
    const nextOffset = end < all.length ? end : null;
    const text = lines(
      all.length === 0 ? "The document has no headings." : `Headings: ${all.length}`,
      `${url} opens the document; followed by ?start=START&end=END#passage, at a heading.`,
      ...headings.map(headingText),
      nextOffset === null ? "" : `For more, call get_outline with offset ${nextOffset}.`,
    );
    return { data: { url, headings, totalHeadings: all.length, nextOffset }, text };
  },
});

/** Lists a tree of headings in reading order. Iterative, because documents control the depth of the tree. */
function flatten(outline: readonly OutlineHeading[]): Heading[] {
  const headings: Heading[] = [];
  const waiting = outline.toReversed();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { children, firstChunk: _first, lastChunk: _last, ...heading } = next;
    headings.push({ ...heading, title: shorten(heading.title, TITLE_CHARS) });
    waiting.push(...children.toReversed());
  }
  return headings;
}

function headingText({ title, level, start, end, page, slide, sheet }: Heading): string {
  const place = page !== undefined ? `page ${page}, ` : slide !== undefined ? `slide ${slide}, ` : "";
  const where = sheet !== undefined ? `sheet ${oneLine(sheet)}, ` : place;
  return `${"  ".repeat(level - 1)}- ${oneLine(title)} (${where}${start} to ${end})`;
}

/** Tools that read a document. */
export const READING_TOOLS = [getDocument, getOutline];
