import { type Static, Type } from "@sinclair/typebox";
import { type Metadata, MetadataSchema } from "../primitives/metadata.ts";
import type { PageRectangles } from "./page-rectangles.ts";
import { Place } from "./place.ts";

/** The metadata of a passage: the fields of its {@link Place}, as free-form metadata. */
export const PassageMetadata = Type.Unsafe<Metadata & { rectangles?: PageRectangles[] }>({
  ...MetadataSchema,
  description: "Where the passage is: the fields of `place`, as free-form metadata.",
  properties: Place.properties,
});
/** Static type of {@link PassageMetadata}. */
export type PassageMetadata = Static<typeof PassageMetadata>;
