import { describe, expect, test } from "bun:test";
import { outline, parse, parseErrorMessage } from "../parsing.fixture.ts";
import { type BookFiles, containerOf, packageOf, packBook, pageOf } from "./epub.fixture.ts";

const read = (files: BookFiles) => parse("a.epub", packBook(files));
const book = (pages: Record<string, string>, more: BookFiles = {}) => ({
  "META-INF/container.xml": containerOf("OEBPS/book.opf"),
  "OEBPS/book.opf": packageOf(Object.keys(pages).map((href) => ({ href }))),
  ...Object.fromEntries(Object.entries(pages).map(([href, page]) => [`OEBPS/${href}`, page])),
  ...more,
});

describe("EPUB", () => {
  test("reads all chapters in the order of the spine, after title, authors and language", async () => {
    const document = await read({
      "META-INF/container.xml": containerOf("book.opf"),
      "book.opf": packageOf(
        [{ href: "two.xhtml" }, { href: "one.xhtml" }],
        "<dc:title>Tides &amp; Moons</dc:title><dc:creator>Ada Ebb</dc:creator><dc:creator>Bo Flow</dc:creator><dc:language>en</dc:language>",
      ),
      "one.xhtml": pageOf("<h2>Later</h2><ul><li>a</li><li>b</li></ul>"),
      "two.xhtml": pageOf(
        "<h1>First</h1><p>The sea&#160;rises.</p><table><tr><td>x</td><td>1</td></tr></table>",
      ),
    });
    expect(document.title).toBe("Tides & Moons");
    expect(outline(document)).toEqual([
      "paragraph: Title: Tides & Moons\nAuthor: Ada Ebb, Bo Flow\nLanguage: en",
      "heading1: First",
      "paragraph: The sea rises.",
      "table: x | 1",
      "heading2: Later",
      "list: - a\n- b",
    ]);
    expect(document.warnings).toBeUndefined();
  });

  test("finds files by percent-encoded names, in other folders, in another case, and without a container", async () => {
    const pages = {
      "Text/chapter one.xhtml": pageOf("<p>spaces</p>"),
      "Text/UPPER.XHTML": pageOf("<p>case</p>"),
      "other/100%.html": pageOf("<p>percent</p>"),
    };
    const items = [
      "../Text/chapter%20one.xhtml",
      "../text/upper.xhtml",
      "./../other/100%.html",
      "gone.xhtml",
    ];
    const document = await read({ "OPS/deep.opf": packageOf(items.map((href) => ({ href }))), ...pages });
    expect(outline(document).slice(1)).toEqual([
      "paragraph: spaces",
      "paragraph: case",
      "paragraph: percent",
    ]);
    expect(document.warnings).toEqual(["1 chapter of the book could not be read."]);
  });

  test("reads pages that are not well-formed XML, and elements that XHTML closes with a slash", async () => {
    const document = await read(
      book({
        "a.xhtml":
          '<html><head><title/><script src="a.js"/></head><body><p>one<br/>two<p>caf&eacute; &nbsp;& more</body>',
        "b.xhtml": pageOf('<div><a id="x"/><svg><text>no</text></svg>after<![CDATA[ <raw>]]></div>'),
      }),
    );
    expect(document.text).toEndWith("one\ntwo\n\ncafé & more\n\nafter <raw>");
  });

  test("decodes the encoding that a page declares", async () => {
    const page = Uint8Array.from(
      '<?xml version="1.0" encoding="windows-1251"?><p>\xcf\xf0\xe8\xe2\xe5\xf2</p>',
      (char) => char.charCodeAt(0),
    );
    expect((await read(book({ "a.xhtml": "" }, { "OEBPS/a.xhtml": page }))).text).toEndWith("Привет");
  });

  test.each([
    [
      "a navigation page",
      '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body><nav epub:type="page-list"><ol><li><a href="a.xhtml">9</a></li></ol></nav><nav epub:type="toc"><ol><li><a href="a.xhtml">The <i>Sea</i></a><ol><li><a href="b.xhtml">Ebb</a></li></ol></li></ol></nav></body></html>',
      { href: "toc.xhtml", properties: "nav" },
    ],
    [
      "an NCX file",
      '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap><navPoint><navLabel><text>The Sea</text></navLabel><content src="a.xhtml#top"/><navPoint><navLabel><text>Ebb</text></navLabel><content src="b.xhtml"/></navPoint></navPoint></navMap></ncx>',
      { href: "toc.ncx", type: "application/x-dtbncx+xml" },
    ],
  ])("takes the headings of chapters without one from %s", async (_name, contents, item) => {
    const document = await read({
      "META-INF/container.xml": containerOf("OEBPS/book.opf"),
      "OEBPS/book.opf": packageOf([item, { href: "a.xhtml" }, { href: "b.xhtml" }, { href: "c.xhtml" }]),
      [`OEBPS/${item.href}`]: contents,
      "OEBPS/a.xhtml": pageOf('<p class="title">THE SEA</p><p>Salt.</p>'),
      "OEBPS/b.xhtml": pageOf("<p>Low water.</p>"),
      "OEBPS/c.xhtml": pageOf("<p>Not listed.</p>"),
    });
    expect(outline(document).slice(1)).toEqual([
      "heading1: THE SEA",
      "paragraph: Salt.",
      "heading2: Ebb",
      "paragraph: Low water.",
      "paragraph: Not listed.",
    ]);
  });

  test("says that a book is encrypted, unless only its fonts are", async () => {
    const encryption = (algorithm: string, uri: string) =>
      `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><e:EncryptedData xmlns:e="http://www.w3.org/2001/04/xmlenc#"><e:EncryptionMethod Algorithm="${algorithm}"/><e:CipherData><e:CipherReference URI="${uri}"/></e:CipherData></e:EncryptedData></encryption>`;
    const pages = { "a.xhtml": pageOf("<p>open</p>") };
    const withFonts = book(pages, {
      "META-INF/encryption.xml": encryption("http://www.idpf.org/2008/embedding", "OEBPS/a.otf"),
    });
    expect((await read(withFonts)).text).toEndWith("open");
    const withText = book(pages, {
      "META-INF/encryption.xml": encryption("http://www.w3.org/2001/04/xmlenc#aes128-cbc", "OEBPS/a.xhtml"),
    });
    expect(await parseErrorMessage(read(withText))).toContain("encrypted by copy protection");
  });

  test("reports a book without text and a damaged one", async () => {
    expect(await parseErrorMessage(read(book({ "a.xhtml": pageOf('<img src="a.png"/>') })))).toContain(
      "no text",
    );
    const bytes = packBook(book({ "a.xhtml": pageOf("<p>text</p>") }));
    const message = await parseErrorMessage(parse("a.epub", bytes.subarray(0, bytes.length - 30)));
    expect(message).toMatch(/damaged.*EPUB book.*send/);
  });

  test("reads the other chapters if one is damaged", async () => {
    const bytes = packBook(book({ "a.xhtml": pageOf("<p>one</p>"), "bad.xhtml": pageOf("<p>two</p>") }));
    const name = "OEBPS/bad.xhtml";
    const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf(name) + name.length;
    bytes.fill(0xff, at, at + 20);
    const document = await parse("a.epub", bytes);
    expect(document.text).toEndWith("one");
    expect(document.warnings).toEqual(["1 chapter of the book could not be read."]);
  });

  test("reads thousands of chapters in linear time", async () => {
    const pages = Array.from({ length: 6_000 }, (_, at) => [`${at}.xhtml`, pageOf(`<p>chapter ${at}</p>`)]);
    const started = process.cpuUsage().user;
    expect((await read(book(Object.fromEntries(pages)))).text).toEndWith("chapter 5999");
    expect((process.cpuUsage().user - started) / 1e6).toBeLessThan(10);
  }, 60_000);

  test("rejects an archive that unpacks to more than the limit", async () => {
    const bytes = packBook(book({ "a.xhtml": pageOf("<p>a</p>"), "b.xhtml": pageOf("<p>b</p>") }));
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 0; at + 46 < bytes.length; at++)
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 200_000_000, true);
    expect(await parseErrorMessage(parse("a.epub", bytes))).toContain("too large after unpacking");
  });
});
