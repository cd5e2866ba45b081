import { type Static, Type } from "@sinclair/typebox";
import { Nullable } from "../primitives/described.ts";
import { type Metadata, MetadataSchema } from "../primitives/metadata.ts";
import { PageRectangles } from "./page-rectangles.ts";

/** Where a passage is in its document. Documents without pages, sheets or recognized text lack the fields for them. */
export const PassageMetadata = Type.Unsafe<Metadata & { rectangles?: PageRectangles[] }>({
  ...MetadataSchema,
  description:
    "Where the passage is in its document. Documents without pages, sheets or recognized text lack the fields for them.",
  properties: {
    start: Type.Integer({
      description: "Offset of the passage's first character in the document's text, in UTF-16 code units.",
    }),
    end: Type.Integer({ description: "Offset behind the passage's last character, in UTF-16 code units." }),
    headings: Type.Array(Type.String({ description: "Title of a heading." }), {
      description: "Titles of the headings above the passage, outermost first.",
    }),
    page: Nullable(Type.Integer(), "1-based page on which the passage starts; null without pages."),
    slide: Type.Integer({ description: "1-based slide of a presentation." }),
    sheet: Type.String({ description: "Name of the sheet of a workbook." }),
    rows: Type.Object(
      {
        first: Type.Integer({ description: "1-based number of the first row in the passage." }),
        last: Type.Integer({ description: "1-based number of the last row in the passage." }),
      },
      { description: "The rows of the sheet that the passage contains." },
    ),
    ocr: Type.Boolean({ description: "True if the text was recognized in a picture." }),
    confidence: Type.Number({
      description: "Lowest confidence of the text recognition in the passage, 0 to 1.",
    }),
    rectangles: Type.Array(PageRectangles, {
      description:
        "The places of its lines on the pages of a PDF or picture; missing for documents that were processed before the service recorded them.",
    }),
  },
});
/** Static type of {@link PassageMetadata}. */
export type PassageMetadata = Static<typeof PassageMetadata>;
