import { type Static, Type } from "@sinclair/typebox";
import { described } from "../primitives/described.ts";
import { expects } from "../primitives/expected.ts";

/** The weight of vector search in a hybrid query: 0 is lexical search only, 1 vector search only. */
export const VectorWeight = Type.Number({
  minimum: 0,
  maximum: 1,
  description:
    "Weight of vector search relative to lexical search, 0 to 1: 0 ranks by words only, 1 by meaning only.",
});

const WEIGHT =
  "Weight of vector search in hybrid queries, 0 to 1: 0 ranks by words only, 1 by meaning only. Null stands for the default of the embedding model.";

/** A space's ranking settings. */
export const Ranking = Type.Object(
  {
    vectorWeight: Type.Union([described(VectorWeight, WEIGHT), Type.Null()], {
      description: WEIGHT,
      ...expects("weight of vector search in hybrid queries; null: the embedder's default"),
    }),
  },
  { description: "How a space ranks its passages." },
);
/** Static type of {@link Ranking}. */
export type Ranking = Static<typeof Ranking>;

/** Ranking settings to change; missing fields keep their values. */
export const RankingSettings = Type.Partial(Ranking, {
  additionalProperties: false,
  description: "Ranking settings to change. A field that is left out keeps its value.",
});
/** Static type of {@link RankingSettings}. */
export type RankingSettings = Static<typeof RankingSettings>;
