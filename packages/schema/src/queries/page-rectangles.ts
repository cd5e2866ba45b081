import { type Static, Type } from "@sinclair/typebox";

/** Left, top, right and bottom of a line, in the unit of its page, from the page's upper left corner. */
export const LineRectangle = Type.Unsafe<[left: number, top: number, right: number, bottom: number]>(
  Type.Array(
    Type.Number({ description: "A distance from the page's upper left corner, in the unit of the page." }),
    {
      minItems: 4,
      maxItems: 4,
      description: "Left, top, right and bottom of a line, in the unit of its page.",
    },
  ),
);
/** Static type of {@link LineRectangle}. */
export type LineRectangle = Static<typeof LineRectangle>;

/** The lines of a passage on one page of a PDF or picture. A passage that runs over a page border has one for each page. */
export const PageRectangles = Type.Object(
  {
    page: Type.Integer({ minimum: 1, description: "1-based number of the page." }),
    width: Type.Number({
      description: "Width of the page as it is displayed, in points (72 an inch); of a picture in pixels.",
    }),
    height: Type.Number({ description: "Height of the page, in the same unit." }),
    lines: Type.Array(LineRectangle, {
      description:
        "Left, top, right and bottom of each line in reading order, in the same unit from the page's upper left corner.",
    }),
  },
  { description: "The rectangles of a passage's lines on one page of a PDF or picture." },
);
/** Static type of {@link PageRectangles}. */
export type PageRectangles = Static<typeof PageRectangles>;
