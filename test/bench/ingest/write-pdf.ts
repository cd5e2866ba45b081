const A4 = { width: 595, height: 842 };
const MARGIN = 56;
const LEADING = 15;
const LINES = 46;
const HEADING_EVERY = 4;

/** A JPEG that covers a page. */
export interface PagePicture {
  readonly jpeg: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** A PDF of pages of 46 lines; every fourth begins with a heading. */
export function textPdf(pages: number, lines: Iterator<string>): Uint8Array {
  const next = () => String(lines.next().value).replace(/[\\()]/g, "\\$&");
  const content = Array.from({ length: pages }, (_, page) => {
    const heading =
      page % HEADING_EVERY === 0 ? `/F1 18 Tf (Chapter ${page / HEADING_EVERY + 1}) Tj T* ` : "";
    const body = Array.from({ length: LINES }, () => `(${next()}) Tj T*`).join("\n");
    const start = `BT ${LEADING} TL ${MARGIN} ${A4.height - MARGIN} Td`;
    return stream(Buffer.from(`${start} ${heading}/F1 11 Tf\n${body} ET`));
  });
  const font = Buffer.from("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>");
  return document(content, [font], (at) => `/Font << /F1 ${at} 0 R >>`);
}

/** A PDF of pages that are pictures, as a scanner makes it. */
export function picturePdf(pictures: readonly PagePicture[]): Uint8Array {
  const content = pictures.map((_, page) =>
    stream(Buffer.from(`q ${A4.width} 0 0 ${A4.height} 0 0 cm /P${page} Do Q`)),
  );
  const images = pictures.map(({ jpeg, width, height }) =>
    stream(
      jpeg,
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode`,
    ),
  );
  const names = (first: number) => images.map((_, page) => `/P${page} ${first + page} 0 R`).join(" ");
  return document(content, images, (first) => `/XObject << ${names(first)} >>`);
}

function stream(bytes: Uint8Array, fields = ""): Buffer {
  return Buffer.concat([
    Buffer.from(`<< ${fields} /Length ${bytes.length} >>\nstream\n`),
    bytes,
    Buffer.from("\nendstream"),
  ]);
}

/** Objects 1 and 2 are the catalog and the list of pages; then come what the pages share, and each page's two. */
function document(
  contents: readonly Buffer[],
  shared: readonly Buffer[],
  resources: (firstShared: number) => string,
): Uint8Array {
  const firstShared = 3;
  const firstPage = firstShared + shared.length;
  const pages = contents.map((_, at) => firstPage + 2 * at);
  const objects = [
    Buffer.from("<< /Type /Catalog /Pages 2 0 R >>"),
    Buffer.from(
      `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((page) => `${page} 0 R`).join(" ")}] /MediaBox [0 0 ${A4.width} ${A4.height}] /Resources << ${resources(firstShared)} >> >>`,
    ),
    ...shared,
    ...contents.flatMap((content, at) => [
      Buffer.from(`<< /Type /Page /Parent 2 0 R /Contents ${firstPage + 2 * at + 1} 0 R >>`),
      content,
    ]),
  ];
  const parts = [Buffer.from("%PDF-1.4\n")];
  let length = parts[0]?.length ?? 0;
  const offsets = objects.map((object, at) => {
    const offset = length;
    const part = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from("\nendobj\n")]);
    parts.push(part);
    length += part.length;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join("")}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF`;
  return Buffer.concat([...parts, Buffer.from(table)]);
}
