/** A text that a page draws. */
export interface DrawnText {
  /** Drawn letter by letter from left to right, also if it is written from right to left. */
  readonly text: string;
  /** Position of its start on an A4 page, in points from the upper left. */
  readonly x: number;
  readonly y: number;
  /** Default 11. */
  readonly size?: number;
  /** Direction of the text, counterclockwise. Default 0. */
  readonly degrees?: number;
  /** Default Helvetica. `unicode` has letters of 0.6 times its size; `vertical` writes Japanese from top to bottom. */
  readonly font?: "unicode" | "vertical";
}

const HEIGHT = 842;
const FIRST_PAGE = 10;
/** Each code is a letter of Unicode. */
const CODES =
  "begincmap /CMapName /Codes def 1 begincodespacerange <0000> <ffff> endcodespacerange 1 beginbfrange <0000> <ffff> <0000> endbfrange endcmap";

/** A link on the first page. */
export interface DrawnLink {
  readonly url: string;
  /** Left, top, right and bottom, in points from the upper left of the page. */
  readonly rectangle: readonly [number, number, number, number];
}

/** A PDF of A4 pages that draw these texts, in this order. */
export function drawnPdf(
  pages: readonly (readonly DrawnText[])[],
  links: readonly DrawnLink[] = [],
): Uint8Array {
  const annotations = links.map(({ url, rectangle: [left, top, right, bottom] }) => {
    const rect = [left, HEIGHT - bottom, right, HEIGHT - top].join(" ");
    return `<</Type/Annot/Subtype/Link/Rect[${rect}]/A<</S/URI/URI(${url})>>>>`;
  });
  const kids = pages.map((_, at) => `${FIRST_PAGE + at * 2} 0 R`).join(" ");
  const objects = [
    "1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj",
    `2 0 obj <</Type/Pages/Kids[${kids}]/Count ${pages.length}/MediaBox[0 0 595 ${HEIGHT}]>> endobj`,
    "3 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> endobj",
    "4 0 obj <</Type/Font/Subtype/Type0/BaseFont/U/Encoding/Identity-H/DescendantFonts[5 0 R]/ToUnicode 6 0 R>> endobj",
    `5 0 obj ${descendant("CIDFontType2/BaseFont/U", "Identity", 600)} endobj`,
    `6 0 obj ${stream(CODES)} endobj`,
    "7 0 obj <</Type/Font/Subtype/Type0/BaseFont/V/Encoding/UniJIS-UCS2-V/DescendantFonts[8 0 R]>> endobj",
    `8 0 obj ${descendant("CIDFontType0/BaseFont/V", "Japan1", 1000)} endobj`,
    "9 0 obj <</Type/FontDescriptor/FontName/V/Flags 4/FontBBox[0 -200 1000 800]/ItalicAngle 0/Ascent 800/Descent -200>> endobj",
    ...pages.flatMap((texts, at) => {
      const [page, content] = [FIRST_PAGE + at * 2, FIRST_PAGE + at * 2 + 1];
      const fonts = "/Font<</F 3 0 R/U 4 0 R/V 7 0 R>>";
      return [
        `${page} 0 obj <</Type/Page/Parent 2 0 R/Resources<<${fonts}>>/Contents ${content} 0 R${at === 0 ? `/Annots[${annotations.join("")}]` : ""}>> endobj`,
        `${content} 0 obj ${stream(texts.map(drawing).join("\n"))} endobj`,
      ];
    }),
    "trailer <</Root 1 0 R>>",
  ];
  return new TextEncoder().encode(`%PDF-1.4\n${objects.join("\n")}\n%%EOF`);
}

/** Lines of running text, 14 points below each other. */
export function drawnLines(lines: readonly string[], x = 60, y = 60): DrawnText[] {
  return lines.map((text, at) => ({ text, x, y: y + 14 * at }));
}

function descendant(subtypeAndName: string, ordering: string, width: number): string {
  return `<</Type/Font/Subtype/${subtypeAndName}/CIDSystemInfo<</Registry(Adobe)/Ordering(${ordering})/Supplement 0>>/DW ${width}/FontDescriptor 9 0 R>>`;
}

function stream(content: string): string {
  return `<</Length ${content.length}>> stream\n${content}\nendstream`;
}

function drawing({ text, x, y, size = 11, degrees = 0, font }: DrawnText): string {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const matrix = [cos, sin, -sin, cos].map((value) => value.toFixed(6)).join(" ");
  const codes = Array.from(text, (letter) => letter.charCodeAt(0).toString(16).padStart(4, "0"));
  const shown = font ? `<${codes.join("")}>` : `(${text.replace(/[\\()]/g, "\\$&")})`;
  const name = { unicode: "U", vertical: "V", helvetica: "F" }[font ?? "helvetica"];
  return `BT /${name} ${size} Tf ${matrix} ${x} ${HEIGHT - y} Tm ${shown} Tj ET`;
}
