import { type Static, Type } from "@sinclair/typebox";
import { Nullable } from "../primitives/described.ts";
import { PageRectangles } from "./page-rectangles.ts";

const PLACE_DESCRIPTION =
  "Where the passage is in its document. Documents without pages, sheets or recognized text lack the fields for them.";

/** Where a passage is in its document. */
export const Place = Type.Object(
  {
    page: Nullable(Type.Integer(), "1-based page on which the passage starts; null without pages."),
    start: Type.Integer({
      description: "Offset of the passage's first character in the document's text, in UTF-16 code units.",
    }),
    end: Type.Integer({ description: "Offset behind the passage's last character, in UTF-16 code units." }),
    headings: Type.Array(Type.String({ description: "Title of a heading." }), {
      description: "Titles of the headings above the passage, outermost first.",
    }),
    slide: Type.Optional(Type.Integer({ description: "1-based slide of a presentation." })),
    sheet: Type.Optional(Type.String({ description: "Name of the sheet of a workbook." })),
    rows: Type.Optional(
      Type.Object(
        {
          first: Type.Integer({ description: "1-based number of the first row in the passage." }),
          last: Type.Integer({ description: "1-based number of the last row in the passage." }),
        },
        { description: "The rows of the sheet that the passage contains." },
      ),
    ),
    ocr: Type.Optional(Type.Boolean({ description: "True if the text was recognized in a picture." })),
    confidence: Type.Optional(
      Type.Number({ description: "Lowest confidence of the text recognition in the passage, 0 to 1." }),
    ),
    rectangles: Type.Optional(
      Type.Array(PageRectangles, {
        description:
          "The places of its lines on the pages of a PDF or picture; missing for documents that were processed before the service recorded them.",
      }),
    ),
  },
  { description: PLACE_DESCRIPTION },
);
/** Static type of {@link Place}. */
export type Place = Static<typeof Place>;
