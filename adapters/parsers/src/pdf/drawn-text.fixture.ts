/** A text that a page draws. */
export interface DrawnText {
  readonly text: string;
  /** Position of its start on an A4 page, in points from the upper left. */
  readonly x: number;
  readonly y: number;
  /** Default 11. */
  readonly size?: number;
  /** Direction of the text, counterclockwise. Default 0. */
  readonly degrees?: number;
}

const HEIGHT = 842;

/** A PDF of A4 pages that draw these texts in Helvetica, in this order. */
export function drawnPdf(pages: readonly (readonly DrawnText[])[]): Uint8Array {
  const kids = pages.map((_, at) => `${4 + at * 2} 0 R`).join(" ");
  const objects = [
    "1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj",
    `2 0 obj <</Type/Pages/Kids[${kids}]/Count ${pages.length}/MediaBox[0 0 595 ${HEIGHT}]>> endobj`,
    "3 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> endobj",
    ...pages.flatMap((texts, at) => {
      const stream = texts.map(drawing).join("\n");
      return [
        `${4 + at * 2} 0 obj <</Type/Page/Parent 2 0 R/Resources<</Font<</F 3 0 R>>>>/Contents ${5 + at * 2} 0 R>> endobj`,
        `${5 + at * 2} 0 obj <</Length ${stream.length}>> stream\n${stream}\nendstream endobj`,
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

function drawing({ text, x, y, size = 11, degrees = 0 }: DrawnText): string {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)].map((value) => value.toFixed(6));
  return `BT /F ${size} Tf ${cos} ${sin} ${(-Math.sin(angle)).toFixed(6)} ${cos} ${x} ${HEIGHT - y} Tm (${text.replace(/[\\()]/g, "\\$&")}) Tj ET`;
}
