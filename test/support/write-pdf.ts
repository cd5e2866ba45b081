const A4 = { width: 595, height: 842 };
const MARGIN = 56;
const LEADING = 15;

/** Content of a page; empty for a blank page. */
export interface PdfPage {
  readonly heading?: string;
  readonly lines?: readonly string[];
  /** Fills the page. */
  readonly picture?: PdfPicture;
  /** Fills the lower quarter of the page instead. */
  readonly figure?: PdfPicture;
}

/** A grey JPEG. */
export interface PdfPicture {
  readonly jpeg: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** A PDF of A4 pages in Helvetica, 11 points; headings are larger. */
export function writePdf(pages: readonly PdfPage[]): Uint8Array {
  const file = new PdfFile();
  const catalog = file.reserve();
  const list = file.reserve();
  const font = file.add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>");
  const kids = pages.map(({ heading, lines = [], picture: full, figure }) => {
    const picture = full ?? figure;
    const image = picture && file.add(...imageStream(picture));
    const drawn =
      image === undefined ? "" : `q ${A4.width} 0 0 ${A4.height * (full ? 1 : 0.25)} 0 0 cm /P Do Q\n`;
    const content = file.add(...stream(Buffer.from(drawn + typeset(heading, lines)), ""));
    const images = image === undefined ? "" : `/XObject << /P ${image} 0 R >>`;
    return file.add(
      `<< /Type /Page /Parent ${list} 0 R /Contents ${content} 0 R /Resources << /Font << /F ${font} 0 R >> ${images} >> >>`,
    );
  });
  file.fill(catalog, `<< /Type /Catalog /Pages ${list} 0 R >>`);
  const references = kids.map((kid) => `${kid} 0 R`).join(" ");
  file.fill(
    list,
    `<< /Type /Pages /Count ${kids.length} /Kids [${references}] /MediaBox [0 0 ${A4.width} ${A4.height}] >>`,
  );
  return file.bytes(catalog);
}

function typeset(heading: string | undefined, lines: readonly string[]): string {
  const show = (line: string) => `(${line.replace(/[\\()]/g, "\\$&")}) Tj T*\n`;
  const start = `BT ${LEADING} TL ${MARGIN} ${A4.height - MARGIN} Td\n`;
  const title = heading === undefined ? "" : `/F 18 Tf ${show(heading)}`;
  return `${start}${title}/F 11 Tf\n${lines.map(show).join("")}ET`;
}

function imageStream({ jpeg, width, height }: PdfPicture) {
  return stream(
    jpeg,
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode`,
  );
}

function stream(bytes: Uint8Array, fields: string): (string | Uint8Array)[] {
  return [`<< ${fields} /Length ${bytes.length} >>\nstream\n`, bytes, "\nendstream"];
}

/** Numbered objects and their cross-reference table (ISO 32000-1, 7.5). */
class PdfFile {
  readonly #objects: Buffer[] = [];

  reserve(): number {
    return this.#objects.push(Buffer.alloc(0));
  }

  fill(number: number, ...parts: (string | Uint8Array)[]): void {
    const bytes = [`${number} 0 obj\n`, ...parts, "\nendobj\n"].map((part) => Buffer.from(part as string));
    this.#objects[number - 1] = Buffer.concat(bytes);
  }

  add(...parts: (string | Uint8Array)[]): number {
    const number = this.reserve();
    this.fill(number, ...parts);
    return number;
  }

  bytes(catalog: number): Uint8Array {
    const header = Buffer.from("%PDF-1.4\n");
    let offset = header.length;
    const entries = this.#objects.map((object) => {
      const entry = `${String(offset).padStart(10, "0")} 00000 n \n`;
      offset += object.length;
      return entry;
    });
    const size = entries.length + 1;
    const table = `xref\n0 ${size}\n0000000000 65535 f \n${entries.join("")}`;
    const trailer = `trailer\n<< /Size ${size} /Root ${catalog} 0 R >>\nstartxref\n${offset}\n%%EOF`;
    return Buffer.concat([header, ...this.#objects, Buffer.from(table + trailer)]);
  }
}
