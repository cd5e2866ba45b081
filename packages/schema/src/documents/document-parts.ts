import { type Static, Type } from "@sinclair/typebox";
import { Page, pageParameters } from "../primitives/page.ts";
import { PassageMetadata } from "../queries/passage-metadata.ts";
import { spaceId } from "./document.ts";

const { page, pageSize } = pageParameters;

/** Query parameters of `GET /api/spaces/:spaceId/documents/:id/chunks`. */
export const ListChunksParameters = Type.Object({ page, pageSize }, { additionalProperties: true });
/** Static type of {@link ListChunksParameters}. */
export type ListChunksParameters = Static<typeof ListChunksParameters>;

/** Query parameters of `GET /api/documents/:id/chunks`. */
export const ListChunksOfSpaceParameters = Type.Object(
  { page, pageSize, spaceId: Type.Optional(spaceId) },
  { additionalProperties: true },
);
/** Static type of {@link ListChunksOfSpaceParameters}. */
export type ListChunksOfSpaceParameters = Static<typeof ListChunksOfSpaceParameters>;

const placeFields = {
  page: Type.Optional(Type.Integer({ description: "1-based page" })),
  slide: Type.Optional(Type.Integer({ description: "1-based slide" })),
  sheet: Type.Optional(Type.String({ description: "name of the sheet" })),
};

/** A heading and its subheadings. `start` and `end` are character offsets into the document's text. */
export interface OutlineHeading {
  title: string;
  /** 1 to 6. */
  level: number;
  start: number;
  end: number;
  page?: number;
  slide?: number;
  sheet?: string;
  /** Index of the first chunk that overlaps the section; `lastChunk` is the last one. */
  firstChunk: number;
  lastChunk: number;
  children: OutlineHeading[];
}

const headingFields = {
  title: Type.String(),
  level: Type.Integer({ minimum: 1, maximum: 6 }),
  start: Type.Integer(),
  end: Type.Integer(),
  ...placeFields,
  firstChunk: Type.Integer({ description: "index of the first chunk that overlaps the section" }),
  lastChunk: Type.Integer(),
};

/** Schema of {@link OutlineHeading}. */
export const OutlineHeading = Type.Unsafe<OutlineHeading>(
  Type.Recursive((Self) => Type.Object({ ...headingFields, children: Type.Array(Self) }), {
    $id: "OutlineHeading",
  }),
);

/** Response of `GET /api/documents/:id/outline`. */
export const OutlineResponse = Type.Object({ outline: Type.Array(OutlineHeading) });
/** Static type of {@link OutlineResponse}. */
export type OutlineResponse = Static<typeof OutlineResponse>;

/** A passage of a document, the unit of ranking and of results. */
export const DocumentChunk = Type.Object({
  id: Type.String(),
  chunkIndex: Type.Integer({ description: "0-based position in the document" }),
  content: Type.String(),
  metadata: PassageMetadata,
});
/** Static type of {@link DocumentChunk}. */
export type DocumentChunk = Static<typeof DocumentChunk>;

/** Response of `GET /api/documents/:id/chunks`. */
export const ChunkPage = Page(DocumentChunk);
/** Static type of {@link ChunkPage}. */
export type ChunkPage = Static<typeof ChunkPage>;
