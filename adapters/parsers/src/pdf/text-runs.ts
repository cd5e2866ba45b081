import type { Rectangle, TextDirection } from "@quarry/core";

/** The part of a pdf.js text item that is used here. */
export interface TextItem {
  readonly str: string;
  /** Direction of the script. */
  readonly dir: string;
  /** Matrix from text space to the page; the last two numbers are the position of the text's start. */
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly fontName: string;
  readonly hasEOL: boolean;
}

/** The part of a pdf.js font that is used here: extents relative to the font size. */
export interface TextStyle {
  readonly ascent: number;
  readonly descent: number;
  readonly vertical: boolean;
}

/** A text item in coordinates of the displayed page, in points. */
export interface TextRun {
  readonly text: string;
  readonly size: number;
  /** Direction of the text, in degrees clockwise. */
  readonly angle: number;
  /** Coordinates along the text. */
  readonly start: number;
  readonly end: number;
  /** Coordinate across the text. */
  readonly base: number;
  readonly rectangle: Rectangle;
  readonly direction: TextDirection;
}

/** Extents of a font that does not tell them. */
const DEFAULT_ASCENT = 0.75;
const DEFAULT_DESCENT = -0.25;
/** Fonts with larger extents are wrong. */
const MAX_EXTENT = 3;

/** @param viewport Matrix from the page's own coordinates to the displayed page. */
export function textRun(item: TextItem, style: TextStyle | undefined, viewport: readonly number[]): TextRun {
  const { str, transform } = item;
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = transform;
  const [va = 1, vb = 0, vc = 0, vd = 1, ve = 0, vf = 0] = viewport;
  const scale = Math.hypot(va, vb);
  const [x, y] = [va * e + vc * f + ve, vb * e + vd * f + vf];
  const right = unit(va * a + vc * b, vb * a + vd * b);
  const up = unit(va * c + vc * d, vb * c + vd * d);
  const size = Math.hypot(c, d) * scale;
  const isVertical = style?.vertical === true;
  // Vertical text runs down from its origin, which is in the middle of its column.
  const along = isVertical ? ([-up[0], -up[1]] as const) : right;
  const above = isVertical ? right : up;
  const length = (isVertical ? item.height : item.width) * scale;
  const [highest, lowest] = isVertical ? [size / 2, -size / 2] : extents(style, size);
  const corner = (distance: number, extent: number) =>
    [x + along[0] * distance + above[0] * extent, y + along[1] * distance + above[1] * extent] as const;
  const start = x * along[0] + y * along[1];
  return {
    text: str,
    size,
    angle: Math.round((Math.atan2(along[1], along[0]) * 180) / Math.PI),
    start,
    end: start + length,
    base: y * along[0] - x * along[1],
    rectangle: around([
      corner(0, highest),
      corner(0, lowest),
      corner(length, highest),
      corner(length, lowest),
    ]),
    direction: directionOf(along, item.dir === "rtl"),
  };
}

/** How far letters reach above and below the baseline, in points. */
function extents(style: TextStyle | undefined, size: number): [ascent: number, descent: number] {
  const ascent = Math.abs(style?.ascent ?? 0);
  const descent = -Math.abs(style?.descent ?? 0);
  return [
    (ascent > 0 && ascent < MAX_EXTENT ? ascent : DEFAULT_ASCENT) * size,
    (descent < 0 && descent > -MAX_EXTENT ? descent : DEFAULT_DESCENT) * size,
  ];
}

function directionOf([x, y]: readonly [number, number], isRightToLeft: boolean): TextDirection {
  if (Math.abs(x) >= Math.abs(y)) return x >= 0 === isRightToLeft ? "left" : "right";
  return y >= 0 === isRightToLeft ? "up" : "down";
}

function unit(x: number, y: number): readonly [number, number] {
  const length = Math.hypot(x, y) || 1;
  return [x / length, y / length];
}

function around(corners: readonly (readonly [number, number])[]): Rectangle {
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
