import { type Static, Type } from "@sinclair/typebox";
import { Page, pageParameters, QueryInteger } from "../primitives/page.ts";
import { PassageMetadata } from "../queries/passage-metadata.ts";
import { spaceOfDocument } from "./document-fields.ts";

const { page, pageSize } = pageParameters;
const onPage = QueryInteger({
  minimum: 1,
  maximum: 1_000_000,
  description:
    "Returns only chunks with lines on this page of the document, 1 to 1,000,000; chunks without rectangles count on the page where they start. `pagination` counts them alone. Default: the chunks of all pages.",
});

/** Query parameters of `GET /api/spaces/:spaceId/documents/:id/chunks`. */
export const ListChunksParameters = Type.Object({ page, pageSize, onPage }, { additionalProperties: true });
/** Static type of {@link ListChunksParameters}. */
export type ListChunksParameters = Static<typeof ListChunksParameters>;

/** Query parameters of `GET /api/documents/:id/chunks`. */
export const ListChunksOfSpaceParameters = Type.Object(
  { page, pageSize, onPage, spaceId: spaceOfDocument },
  { additionalProperties: true },
);
/** Static type of {@link ListChunksOfSpaceParameters}. */
export type ListChunksOfSpaceParameters = Static<typeof ListChunksOfSpaceParameters>;

const placeFields = {
  page: Type.Optional(Type.Integer({ description: "1-based page. Present in documents with pages." })),
  slide: Type.Optional(Type.Integer({ description: "1-based slide. Present in presentations." })),
  sheet: Type.Optional(Type.String({ description: "Name of the sheet. Present in workbooks." })),
};

/** A heading and its subheadings. `start` and `end` are character offsets into the document's text. */
export interface OutlineHeading {
  /** Text of the heading. */
  title: string;
  /** Level of the heading, 1 to 6. */
  level: number;
  /** Offset of the heading in the document's text, in UTF-16 code units. */
  start: number;
  /** Offset of the end of its section, in UTF-16 code units. */
  end: number;
  /** 1-based page. Present in documents with pages. */
  page?: number;
  /** 1-based slide. Present in presentations. */
  slide?: number;
  /** Name of the sheet. Present in workbooks. */
  sheet?: string;
  /** Index of the first chunk that overlaps the section. */
  firstChunk: number;
  /** Index of the last chunk that overlaps the section. */
  lastChunk: number;
  /** The headings of the next levels within the section, in order. */
  children: OutlineHeading[];
}

const headingFields = {
  title: Type.String({ description: "Text of the heading." }),
  level: Type.Integer({ minimum: 1, maximum: 6, description: "Level of the heading, 1 to 6." }),
  start: Type.Integer({
    description: "Offset of the heading in the document's text, in UTF-16 code units.",
  }),
  end: Type.Integer({ description: "Offset of the end of its section, in UTF-16 code units." }),
  ...placeFields,
  firstChunk: Type.Integer({ description: "Index of the first chunk that overlaps the section." }),
  lastChunk: Type.Integer({ description: "Index of the last chunk that overlaps the section." }),
};

/** Schema of {@link OutlineHeading}. */
export const OutlineHeading = Type.Unsafe<OutlineHeading>(
  Type.Recursive(
    (Self) =>
      Type.Object(
        {
          ...headingFields,
          children: Type.Array(Self, {
            description: "The headings of the next levels within the section, in order.",
          }),
        },
        { description: "A heading with its section and its subheadings." },
      ),
    { $id: "OutlineHeading" },
  ),
);

/** Response of `GET /api/documents/:id/outline`. */
export const OutlineResponse = Type.Object(
  {
    outline: Type.Array(OutlineHeading, {
      description: "The headings of the highest level, in order; empty without headings.",
    }),
  },
  { description: "The headings of a document as a tree." },
);
/** Static type of {@link OutlineResponse}. */
export type OutlineResponse = Static<typeof OutlineResponse>;

/** A passage of a document, the unit of ranking and of results. */
export const DocumentChunk = Type.Object(
  {
    id: Type.String({ description: "Id of the chunk. It changes when its text changes." }),
    chunkIndex: Type.Integer({ description: "0-based position in the document." }),
    content: Type.String({ description: "Text of the chunk." }),
    metadata: PassageMetadata,
  },
  { description: "A chunk: a passage of a document, the unit of ranking and of results." },
);
/** Static type of {@link DocumentChunk}. */
export type DocumentChunk = Static<typeof DocumentChunk>;

/** Response of `GET /api/documents/:id/chunks`. */
export const ChunkPage = Page(DocumentChunk, "One page of a document's chunks, in reading order.");
/** Static type of {@link ChunkPage}. */
export type ChunkPage = Static<typeof ChunkPage>;
