/** A minimal PDF with a line of text per page, without a cross-reference table. */
export function smallPdf(pages: readonly string[]): Uint8Array {
  const kids = pages.map((_, at) => `${10 + at * 2} 0 R`).join(" ");
  const objects = [
    "1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj",
    `2 0 obj <</Type/Pages/Kids[${kids}]/Count ${pages.length}>> endobj`,
    "3 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> endobj",
    ...pages.flatMap((line, at) => {
      const stream = `BT /F1 12 Tf 50 700 Td (${line}) Tj ET`;
      return [
        `${10 + at * 2} 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F1 3 0 R>>>>/Contents ${11 + at * 2} 0 R>> endobj`,
        `${11 + at * 2} 0 obj <</Length ${stream.length}>> stream\n${stream}\nendstream endobj`,
      ];
    }),
    "trailer <</Root 1 0 R>>",
  ];
  return new TextEncoder().encode(`%PDF-1.4\n${objects.join("\n")}\n%%EOF`);
}
