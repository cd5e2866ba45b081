import { type Static, Type } from "@sinclair/typebox";

/** The position of a query word in a passage. */
export const Highlight = Type.Object(
  {
    start: Type.Integer({ minimum: 0 }),
    end: Type.Integer({ minimum: 0 }),
  },
  {
    description:
      "content.slice(start, end), in UTF-16 code units; never splits a grapheme, such as a letter with its accent",
  },
);
/** Static type of {@link Highlight}. */
export type Highlight = Static<typeof Highlight>;

/** A chunk adjacent to a result. */
export const NeighborChunk = Type.Object({
  id: Type.String(),
  content: Type.String(),
  chunkIndex: Type.Integer(),
});
/** Static type of {@link NeighborChunk}. */
export type NeighborChunk = Static<typeof NeighborChunk>;

/** The chunks around a result in its document; present with `neighbors`. */
export const Neighbors = Type.Object(
  { before: Type.Array(NeighborChunk), after: Type.Array(NeighborChunk) },
  {
    description:
      "in reading order, fewer at the document's ends. If the space's chunks overlap, neighbors repeat the overlapping text",
  },
);
/** Static type of {@link Neighbors}. */
export type Neighbors = Static<typeof Neighbors>;
