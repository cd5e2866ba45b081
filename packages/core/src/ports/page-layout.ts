/**
 * A rectangle on a displayed page, in points from its upper left corner (72 points are an inch). On an image, a point is
 * a pixel.
 */
export type Rectangle = readonly [left: number, top: number, right: number, bottom: number];

/** The direction in which a text runs on its page. */
export type TextDirection = "right" | "left" | "down" | "up";

/** The place of a range of the extracted text on a page: a word, or more words of one line. */
export interface PlacedText {
  /** Offsets into the extracted text, in UTF-16 code units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly rectangle: Rectangle;
  /** Default `right`. */
  readonly direction?: TextDirection;
}

/** Where the text of a page stands. */
export interface PageLayout {
  /** 1-based page. */
  readonly page: number;
  /** Size of the displayed page, in points; of an image in pixels. */
  readonly width: number;
  readonly height: number;
  /** In the order of the text, without overlaps. */
  readonly texts: readonly PlacedText[];
}
