import { strToU8, zipSync } from "fflate";

const TRANSITIONAL = "http://schemas.openxmlformats.org";

/** The namespaces of parts, as the root element declares them. */
export const NAMESPACES = [
  ["w", "wordprocessingml/2006/main"],
  ["p", "presentationml/2006/main"],
  ["a", "drawingml/2006/main"],
  ["c", "drawingml/2006/chart"],
  ["dgm", "drawingml/2006/diagram"],
  ["pic", "drawingml/2006/picture"],
  ["wp", "drawingml/2006/wordprocessingDrawing"],
  ["r", "officeDocument/2006/relationships"],
  ["m", "officeDocument/2006/math"],
  ["mc", "markup-compatibility/2006"],
]
  .map(([prefix, path]) => `xmlns:${prefix}="${TRANSITIONAL}/${path}"`)
  .concat('xmlns:v="urn:schemas-microsoft-com:vml"')
  .join(" ");

/** Returns a part with a root element that declares the namespaces. */
export function partOf(root: string, content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><${root} ${NAMESPACES}>${content}</${root}>`;
}

/** Returns the relationships of a part: its targets by type, with the ids `type` and `type2`. */
export function relationshipsOf(targets: readonly (readonly [type: string, target: string])[]): string {
  const seen = new Map<string, number>();
  const list = targets.map(([type, target]) => {
    const count = (seen.get(type) ?? 0) + 1;
    seen.set(type, count);
    const id = count === 1 ? type : `${type}${count}`;
    return `<Relationship Id="${id}" Type="${TRANSITIONAL}/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
  });
  return `<Relationships xmlns="${TRANSITIONAL}/package/2006/relationships">${list.join("")}</Relationships>`;
}

/** Packs the parts of an Office document. */
export function packParts(parts: Readonly<Record<string, string>>): Uint8Array {
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, strToU8(part)])));
}

/** Rewrites a document's namespaces to ISO 29500 Strict, with other prefixes. */
export function strict(part: string): string {
  return part
    .replace(
      /http:\/\/schemas\.openxmlformats\.org\/(?!package|markup)(\w+)\/2006\//g,
      "http://purl.oclc.org/ooxml/$1/",
    )
    .replace(/([<\s/:])w:/g, "$1ns0:")
    .replace('xmlns:w="', 'xmlns:ns0="');
}
