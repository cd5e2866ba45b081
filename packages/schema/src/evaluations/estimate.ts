import { Type } from "@sinclair/typebox";
import { described } from "../primitives/described.ts";

/** A mean over all queries and its 95 % confidence interval. */
export const EstimateSchema = Type.Object(
  {
    value: Type.Number({ description: "The mean over all queries." }),
    low: Type.Number({ description: "Lower end of the interval." }),
    high: Type.Number({ description: "Upper end of the interval." }),
  },
  { description: "A mean and its 95 % bootstrap confidence interval." },
);

/** An estimate with a description of what is estimated. */
export const estimateOf = (what: string) => described(EstimateSchema, what);
