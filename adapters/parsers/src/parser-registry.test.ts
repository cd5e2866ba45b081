import { describe, expect, test } from "bun:test";
import { zipSync } from "fflate";
import { parse, parseErrorMessage } from "./parsing.fixture.ts";

const ascii = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const typeOf = async (...file: Parameters<typeof parse>) => (await parse(...file)).mimeType;

describe("type detection", () => {
  test("uses the bytes, then the file name, then the declared type, and falls back to plain text", async () => {
    expect(await typeOf("page.txt", "\ufeff <!-- x -->\n<!DOCTYPE html><p>a", "text/csv")).toBe("text/html");
    expect(await typeOf("a.MD", "a", "text/csv")).toBe("text/markdown");
    expect(await typeOf("a.unknown", "a,b", "text/csv; charset=utf-8")).toBe("text/csv");
    expect(await typeOf("a.tsv", "a\tb")).toBe("text/tab-separated-values");
    expect(await typeOf("a.json", "[1]")).toBe("application/json");
    expect(await typeOf("a", "a")).toBe("text/plain");
    expect(await typeOf("report.pdf", "the text of it", "application/pdf")).toBe("text/plain");
    expect(await typeOf("constructor", "a", "__proto__")).toBe("text/plain");
  });

  test.each([
    ["a ZIP archive in parts", "PK\x07\x08PK\x03\x04", "Unpack it"],
    ["GIF", "GIF89a\x01\0\x01\0", "Save it as PNG"],
    ["xz", "\xfd7zXZ\0", "Unpack it"],
    ["WAV", "RIFF\x24\0\0\0WAVEfmt ", "Extract its text"],
    ["binary data", "MZ\x90\0\x03\0\0\0\x04", "Extract its text"],
    ["binary data", "some text\0and a zero", "Extract its text"],
  ])("rejects %s with a remedy, regardless of the file name", async (kind, bytes, remedy) => {
    const message = await parseErrorMessage(parse("notes.txt", ascii(bytes)));
    expect(message).toContain(kind);
    expect(message).toContain("not supported by this version");
    expect(message).toContain(remedy);
  });

  test.each([
    ["PDF", "%PDF-1.7\n%\xe2\xe3", "a.txt"],
    ["a Word document", "PK\x03\x04\x14\0", "a.docx"],
    ["an Excel workbook", "PK\x03\x04\x14\0", "a.XLSM"],
    ["an OpenDocument text", "PK\x03\x04\x14\0", "a.odt"],
    ["a Word document", `PK\x03\x04${"\0".repeat(26)}word/document.xmltorn`, "a.bin"],
    [
      "an OpenDocument spreadsheet",
      `PK\x03\x04${"\0".repeat(26)}mimetypeapplication/vnd.oasis.opendocument.spreadsheetPK\x03\x04`,
      "a",
    ],
    ["Office document", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a.doc"],
    ["image", "\x89PNG\r\n\x1a\n", "a.txt"],
    ["image", "\xff\xd8\xff\xe0", "a.txt"],
    ["image", "II*\0", "a.txt"],
    ["image", "RIFF\x24\0\0\0WEBPVP8 ", "a.txt"],
  ])("reports a damaged %s with a remedy", async (kind, bytes, filename) => {
    const message = await parseErrorMessage(parse(filename, ascii(bytes)));
    expect(message).toContain(kind);
    expect(message).toMatch(/damaged.*\..*send/);
  });

  test("names what is damaged in an archive with the extension of a document but without its parts", async () => {
    const archive = zipSync({ "notes.txt": ascii("text") });
    for (const [name, kind] of [
      ["a.docx", "Word document"],
      ["a.xlsx", "Excel workbook"],
      ["a.pptx", "PowerPoint presentation"],
      ["a.odt", "OpenDocument text"],
      ["a.epub", "EPUB book"],
    ] as const)
      expect(await parseErrorMessage(parse(name, archive))).toMatch(new RegExp(`damaged.*${kind}`));
  });

  test("reports the password of OpenDocument files and of archives", async () => {
    const type = "application/vnd.oasis.opendocument.";
    const manifest = `<m:manifest xmlns:m="x"><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>`;
    for (const kind of ["text", "spreadsheet", "presentation"]) {
      const files = { mimetype: ascii(type + kind), "META-INF/manifest.xml": ascii(manifest) };
      expect(await parseErrorMessage(parse("a", zipSync(files)))).toContain("protected by a password");
    }
    const archive = zipSync({ "word/document.xml": ascii("<a/>") });
    archive[6] = 1;
    expect(await parseErrorMessage(parse("a.docx", archive))).toContain("protected by a password");
  });

  test("parses text that starts like a signature as text", async () => {
    for (const text of ["%PDF-files are common", "GIF89a is a format", "PK is short", "RIFF and more"]) {
      expect((await parse("a.txt", text)).text).toBe(text);
    }
  });
});

describe("encodings", () => {
  const utf16 = (text: string, littleEndian: boolean) => {
    const view = new DataView(new ArrayBuffer(text.length * 2));
    for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), littleEndian);
    return new Uint8Array(view.buffer);
  };
  const utf32 = (text: string, littleEndian: boolean) => {
    const codes = [...text].map((char) => char.codePointAt(0) ?? 0);
    const view = new DataView(new ArrayBuffer(codes.length * 4));
    for (const [index, code] of codes.entries()) view.setUint32(index * 4, code, littleEndian);
    return new Uint8Array(view.buffer);
  };

  test("decodes every Unicode encoding to the same text", async () => {
    const text = "Grüße aus Köln, 東京 😀 и всё.";
    for (const bytes of [
      new TextEncoder().encode(text),
      new TextEncoder().encode(`\ufeff${text}`),
      utf16(`\ufeff${text}`, true),
      utf16(`\ufeff${text}`, false),
      utf16(text, true),
      utf16(text, false),
      utf32(`\ufeff${text}`, true),
      utf32(`\ufeff${text}`, false),
    ]) {
      expect((await parse("a.txt", bytes)).text).toBe(text);
    }
  });

  test("decodes invalid UTF-8 as windows-1252, as the declared charset, or as UTF-8 with a damaged byte", async () => {
    expect((await parse("a.txt", ascii("Caf\xe9 \x80 5"))).text).toBe("Café € 5");
    const page = ascii('<html><meta charset="koi8-r"><p>\xf0\xd2\xc9\xd7\xc5\xd4');
    expect((await parse("a.html", page)).text).toBe("Привет");
    const damaged = new Uint8Array([...new TextEncoder().encode("ü".repeat(50)), 0xff]);
    expect((await parse("a.txt", damaged)).text).toBe(`${"ü".repeat(50)}\ufffd`);
  });

  test("normalizes line ends", async () => {
    expect((await parse("a.txt", "a\r\nb\rc\n\nd")).text).toBe("a\nb\nc\n\nd");
  });
});

describe("limits", () => {
  test("rejects a file without text", async () => {
    for (const name of ["a.txt", "a.md", "a.html", "a.csv", "a.json"]) {
      expect(await parseErrorMessage(parse(name, " \n\t\r\n"))).toContain("holds no text");
      expect(await parseErrorMessage(parse(name, ""))).toContain("holds no text");
    }
    expect(await parseErrorMessage(parse("a.html", "<html><script>x</script></html>"))).toContain(
      "holds no text",
    );
  });

  test("rejects more than 10,000,000 characters of text", async () => {
    for (const name of ["a.txt", "a.md", "a.html", "a.csv", "a.json"]) {
      expect(await parseErrorMessage(parse(name, "x".repeat(10_000_001)))).toContain("limit is 10,000,000");
    }
    expect((await parse("a.txt", "x".repeat(10_000_000))).text).toHaveLength(10_000_000);
  });
});

test("splits plain text into paragraphs", async () => {
  const { text, blocks } = await parse("a.txt", "\n\none\ntwo\n \t\nthree\n");
  expect(blocks.map((block) => text.slice(block.start, block.end))).toEqual(["one\ntwo", "three"]);
});
