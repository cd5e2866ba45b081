import { type Static, Type } from "@sinclair/typebox";

/** The weight of vector search in a hybrid query: 0 is lexical search only, 1 vector search only. */
export const VectorWeight = Type.Number({
  minimum: 0,
  maximum: 1,
  description: "weight of vector search relative to lexical search, from 0 to 1",
});

/** A space's ranking settings. */
export const Ranking = Type.Object({
  vectorWeight: Type.Union([VectorWeight, Type.Null()], {
    description: "weight of vector search in hybrid queries; null: the embedder's default",
  }),
});
/** Static type of {@link Ranking}. */
export type Ranking = Static<typeof Ranking>;

/** Ranking settings to change; missing fields keep their values. */
export const RankingSettings = Type.Partial(Ranking, { additionalProperties: false });
/** Static type of {@link RankingSettings}. */
export type RankingSettings = Static<typeof RankingSettings>;
