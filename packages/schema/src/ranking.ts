import { type Static, Type } from "@sinclair/typebox";

/** The vector leg's share in a hybrid query, beside words: 0 is words alone, 1 vectors alone. */
export const VectorWeight = Type.Number({
  minimum: 0,
  maximum: 1,
  description: "share of vectors beside words, from 0 to 1",
});

/** How a space's hits are ranked. */
export const Ranking = Type.Object({
  vectorWeight: Type.Union([VectorWeight, Type.Null()], {
    description: "share of vectors beside words in hybrid queries; null: what suits the embedder",
  }),
});
/** Static type of {@link Ranking}. */
export type Ranking = Static<typeof Ranking>;

/** How a space's hits are to be ranked; what is left out stays as it is. */
export const RankingSettings = Type.Partial(Ranking, { additionalProperties: false });
/** Static type of {@link RankingSettings}. */
export type RankingSettings = Static<typeof RankingSettings>;
