import { type Static, Type } from "@sinclair/typebox";

/** A piece of a passage that is a word of the question. */
export const Highlight = Type.Object(
  {
    start: Type.Integer({ minimum: 0 }),
    end: Type.Integer({ minimum: 0 }),
  },
  {
    description:
      "content.slice(start, end), in UTF-16 code units; never cuts a character as a reader sees it, such as a letter with its accent",
  },
);
/** Static type of {@link Highlight}. */
export type Highlight = Static<typeof Highlight>;

/** A chunk that stands near a result. */
export const NeighborChunk = Type.Object({
  id: Type.String(),
  content: Type.String(),
  chunkIndex: Type.Integer(),
});
/** Static type of {@link NeighborChunk}. */
export type NeighborChunk = Static<typeof NeighborChunk>;

/** What stands around a result in its document; only on `neighbors`. */
export const Neighbors = Type.Object(
  { before: Type.Array(NeighborChunk), after: Type.Array(NeighborChunk) },
  {
    description:
      "in reading order, fewer at the document's ends. In a space whose chunks overlap, they repeat what they share with the result",
  },
);
/** Static type of {@link Neighbors}. */
export type Neighbors = Static<typeof Neighbors>;
