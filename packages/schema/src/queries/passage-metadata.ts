import { type Static, Type } from "@sinclair/typebox";
import { type Metadata, MetadataSchema } from "../primitives/metadata.ts";
import { PageRectangles } from "./page-rectangles.ts";

/** Where a passage is in its document. Documents without pages, sheets or recognized text lack the fields for them. */
export const PassageMetadata = Type.Unsafe<Metadata & { rectangles?: PageRectangles[] }>({
  ...MetadataSchema,
  description:
    "where the passage is: page, headings (a path), start and end (offsets into the document's text), rectangles, and similar",
  properties: {
    rectangles: Type.Array(PageRectangles, {
      description:
        "the places of its lines on the pages of a PDF or picture; missing for documents that were processed before the service knew them",
    }),
  },
});
/** Static type of {@link PassageMetadata}. */
export type PassageMetadata = Static<typeof PassageMetadata>;
