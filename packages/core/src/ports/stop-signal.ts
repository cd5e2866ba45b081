import type { VectorQuery } from "./vector-store.ts";

/** The part of an `AbortSignal` that every runtime has. */
export type StopSignal = NonNullable<VectorQuery["signal"]>;
