import type { PlacedText, Rectangle } from "@quarry/core";
import type { Line } from "./text-lines.ts";

/** A link of a page to an address. */
export interface PageLink {
  readonly url: string;
  /** On the displayed page. */
  readonly rectangle: Rectangle;
}

/** The part of a pdf.js annotation that is used here. */
interface Annotation {
  readonly subtype?: unknown;
  readonly url?: unknown;
  readonly rect?: unknown;
}

const MAX_URL_CHARS = 500;

/**
 * Returns the links to web and mail addresses. A link over several lines counts once, at its last line.
 * @param viewport Matrix from the page's own coordinates to the displayed page.
 */
export function linksOf(annotations: readonly Annotation[], viewport: readonly number[]): PageLink[] {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = viewport;
  const links = annotations.flatMap(({ subtype, url, rect }): PageLink[] => {
    if (subtype !== "Link" || typeof url !== "string" || !Array.isArray(rect)) return [];
    if (!/^(?:https?|mailto):/.test(url) || url.length > MAX_URL_CHARS) return [];
    const [left = 0, bottom = 0, right = 0, top = 0] = rect.map(Number);
    const xs = [a * left + c * bottom + e, a * right + c * top + e];
    const ys = [b * left + d * bottom + f, b * right + d * top + f];
    return [{ url, rectangle: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] }];
  });
  return links.filter(({ url }, at) => links[at + 1]?.url !== url);
}

/** Writes the addresses of links behind their texts, in brackets, unless the text is the address. */
export function withLinks(lines: readonly Line[], links: readonly PageLink[]): readonly Line[] {
  const written = [...lines];
  for (const link of links) {
    const at = written.findIndex(({ places }) => places.some((place) => isWithin(place, link)));
    const line = written[at];
    if (line) written[at] = withLink(line, link);
  }
  return written;
}

function withLink(line: Line, link: PageLink): Line {
  const { text, places } = line;
  const within = places.filter((place) => isWithin(place, link));
  const [first, last] = [within[0], within.at(-1)];
  if (!first || !last || line.angle !== 0) return line;
  const start = offsetAt(first, link.rectangle[0]);
  const end = wordEnd(text, offsetAt(last, link.rectangle[2]));
  const address = link.url.replace(/^mailto:/, "").replace(/\/$/, "");
  const host = address.replace(/^https?:\/\/(?:www\.)?/, "").split(/[/?#]/)[0] ?? "";
  const shown = text.slice(start, end);
  if (shown.includes(host) || shown.includes("://")) return line;
  const addition = ` (${address})`;
  return {
    ...line,
    text: text.slice(0, end) + addition + text.slice(end),
    places: places.flatMap((place) => movedBehind(place, end, addition.length)),
  };
}

/** True if a text is, at least in part, the text of a link: in its middle line, and under it. */
function isWithin({ rectangle: [left, top, right, bottom] }: PlacedText, { rectangle }: PageLink): boolean {
  const middle = (top + bottom) / 2;
  const shared = Math.min(right, rectangle[2]) - Math.max(left, rectangle[0]);
  return middle > rectangle[1] && middle < rectangle[3] && shared > (bottom - top) / 4;
}

/** The offset of the letter at a horizontal position, in proportion to the letters. */
function offsetAt({ start, end, rectangle: [left, , right] }: PlacedText, x: number): number {
  const share = Math.min(1, Math.max(0, (x - left) / (right - left || 1)));
  return start + Math.round(share * (end - start));
}

/** The nearest end of a word. */
function wordEnd(text: string, offset: number): number {
  const isEnd = (at: number) =>
    /[\p{L}\p{N}\p{M})\]]/u.test(text[at - 1] ?? "") && !/[\p{L}\p{N}\p{M}]/u.test(text[at] ?? "");
  for (let distance = 0; distance <= text.length; distance += 1) {
    if (isEnd(offset - distance)) return offset - distance;
    if (isEnd(offset + distance)) return offset + distance;
  }
  return text.length;
}

/** Moves a text behind an addition; one with the addition in it is cut in two, in proportion to its letters. */
function movedBehind(place: PlacedText, offset: number, length: number): PlacedText[] {
  const { start, end, rectangle } = place;
  if (end <= offset) return [place];
  if (start >= offset) return [{ ...place, start: start + length, end: end + length }];
  const [left, top, right, bottom] = rectangle;
  const middle = left + ((offset - start) / (end - start)) * (right - left);
  return [
    { ...place, end: offset, rectangle: [left, top, middle, bottom] },
    { ...place, start: offset + length, end: end + length, rectangle: [middle, top, right, bottom] },
  ];
}
