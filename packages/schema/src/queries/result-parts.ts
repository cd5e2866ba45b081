import { type Static, Type } from "@sinclair/typebox";

/** The position of a query word in a passage. */
export const Highlight = Type.Object(
  {
    start: Type.Integer({
      minimum: 0,
      description: "Offset of the word's first character in `chunk.content`, in UTF-16 code units.",
    }),
    end: Type.Integer({
      minimum: 0,
      description: "Offset behind the word's last character, in UTF-16 code units.",
    }),
  },
  {
    description:
      "The place of a query word: `content.slice(start, end)`, in UTF-16 code units. It never splits a grapheme, such as a letter with its accent.",
  },
);
/** Static type of {@link Highlight}. */
export type Highlight = Static<typeof Highlight>;

/** A chunk adjacent to a result. */
export const NeighborChunk = Type.Object(
  {
    id: Type.String({ description: "Id of the chunk." }),
    content: Type.String({ description: "Text of the chunk." }),
    chunkIndex: Type.Integer({ description: "0-based position in the document." }),
  },
  { description: "A chunk before or after a result, in the same document." },
);
/** Static type of {@link NeighborChunk}. */
export type NeighborChunk = Static<typeof NeighborChunk>;

/** The chunks around a result in its document; present with `neighbors`. */
export const Neighbors = Type.Object(
  {
    before: Type.Array(NeighborChunk, { description: "The chunks before the result, in reading order." }),
    after: Type.Array(NeighborChunk, { description: "The chunks after the result, in reading order." }),
  },
  {
    description:
      "The chunks around a result, fewer at the document's ends. If the space's chunks overlap, neighbors repeat the overlapping text.",
  },
);
/** Static type of {@link Neighbors}. */
export type Neighbors = Static<typeof Neighbors>;
