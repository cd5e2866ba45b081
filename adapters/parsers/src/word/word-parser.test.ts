import { describe, expect, test } from "bun:test";
import { packParts, partOf, relationshipsOf, strict } from "../ooxml/ooxml.fixture.ts";
import { outline, parse, parseErrorMessage, rowTexts } from "../parsing.fixture.ts";

type Parts = Readonly<Record<string, string>>;
type Targets = readonly (readonly [string, string])[];

function wordParts(body: string, parts: Parts = {}, targets: Targets = []): Parts {
  return {
    "_rels/.rels": relationshipsOf([["officeDocument", "word/document.xml"]]),
    "word/document.xml": partOf("w:document", `<w:body>${body}</w:body>`),
    "word/_rels/document.xml.rels": relationshipsOf(targets),
    ...parts,
  };
}

const read = (body: string, parts?: Parts, targets?: Targets) =>
  parse("a.docx", packParts(wordParts(body, parts, targets)));
const p = (text: string, properties = "") =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
const styled = (style: string, text: string) => p(text, `<w:pStyle w:val="${style}"/>`);

const STYLES = partOf(
  "w:styles",
  `<w:style w:styleId="H1"><w:name w:val="heading 1"/></w:style>
  <w:style w:styleId="Own"><w:name w:val="Kapitel"/><w:basedOn w:val="H1"/></w:style>
  <w:style w:styleId="Sub"><w:name w:val="Sub"/><w:pPr><w:outlineLvl w:val="2"/></w:pPr></w:style>
  <w:style w:styleId="Steps"><w:pPr><w:numPr><w:numId w:val="2"/></w:numPr></w:pPr></w:style>`,
);
const NUMBERING = partOf(
  "w:numbering",
  `<w:abstractNum w:abstractNumId="7"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum>
  <w:abstractNum w:abstractNumId="8"><w:lvl w:ilvl="0"><w:start w:val="3"/><w:numFmt w:val="decimal"/></w:lvl>
  <w:lvl w:ilvl="1"><w:numFmt w:val="lowerLetter"/></w:lvl></w:abstractNum>
  <w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="8"/></w:num>`,
);

describe("Word", () => {
  test("returns headings by style, lists, tables and the title", async () => {
    const item = (list: number, level: number, text: string) =>
      p(text, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`);
    const cell = (text: string, span = 1) =>
      `<w:tc><w:tcPr><w:gridSpan w:val="${span}"/></w:tcPr>${p(text)}</w:tc>`;
    const document = await read(
      `${styled("Own", "One")}${p("Plain &amp; text")}${styled("Sub", "Two")}${item(1, 0, "a")}${item(1, 1, "b")}
      ${p("between")}${item(2, 0, "c")}${item(2, 1, "d")}${styled("Steps", "e")}${p("Outlined", '<w:outlineLvl w:val="1"/>')}
      <w:tbl><w:tr>${cell("Name")}${cell("Age")}${cell("City")}</w:tr><w:tr>${cell("Ann", 2)}${cell("Ulm")}</w:tr></w:tbl>`,
      {
        "_rels/.rels": relationshipsOf([
          ["officeDocument", "/word/document.xml"],
          ["core-properties", "docProps/core.xml"],
        ]),
        "docProps/core.xml":
          '<x:p xmlns:x="y" xmlns:d="http://purl.org/dc/elements/1.1/"><d:title>The report</d:title></x:p>',
        "word/styles.xml": STYLES,
        "word/numbering.xml": NUMBERING,
      },
      [
        ["styles", "styles.xml"],
        ["numbering", "numbering.xml"],
      ],
    );
    expect(document.title).toBe("The report");
    expect(outline(document)).toEqual([
      "heading1: One",
      "paragraph: Plain & text",
      "heading3: Two",
      "list: - a\n  - b",
      "paragraph: between",
      "list: 3. c\n  a. d\n4. e",
      "heading2: Outlined",
      "table: Name | Age | City\nAnn |  | Ulm",
    ]);
    expect(rowTexts(document, document.blocks.at(-1))).toEqual(["Name | Age | City", "Ann |  | Ulm"]);
  });

  test("numbers lists like Word: shared definitions, new starts, letters and Roman numbers", async () => {
    const level = (format: string) =>
      `<w:abstractNum w:abstractNumId="${format}"><w:lvl w:ilvl="0"><w:numFmt w:val="${format}"/></w:lvl></w:abstractNum>`;
    const list = (id: string, definition: string, start = "") =>
      `<w:num w:numId="${id}"><w:abstractNumId w:val="${definition}"/>${start}</w:num>`;
    const item = (id: string) => p("x", `<w:numPr><w:numId w:val="${id}"/></w:numPr>`);
    const again = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="9"/></w:lvlOverride>';
    const numbering = partOf(
      "w:numbering",
      `${level("lowerLetter")}${level("upperRoman")}${list("1", "upperRoman")}${list("2", "upperRoman")}${list("3", "upperRoman", again)}${list("4", "lowerLetter")}`,
    );
    const body = ["1", "1", "1", "2", "3", "3", "4", "0", "9"].map(item).join("");
    const document = await read(body, { "word/numbering.xml": numbering }, [["numbering", "numbering.xml"]]);
    expect(outline(document)).toEqual([
      "list: I. x\nII. x\nIII. x\nIV. x\nIX. x\nX. x\na. x",
      "paragraph: x",
      "paragraph: x",
    ]);
  });

  test("joins a large first letter with its word", async () => {
    const initial = p("D", '<w:framePr w:dropCap="drop"/>');
    expect((await read(`${initial}${p("rop cap")}`)).text).toBe("Drop cap");
  });

  test("writes headers and footers once, and notes after their paragraphs", async () => {
    const header = partOf("w:hdr", p("Acme"));
    const note = (kind: string, text: string) =>
      partOf(
        `w:${kind}s`,
        `<w:${kind} w:type="separator" w:id="-1">${p("line")}</w:${kind}><w:${kind} w:id="2">${p(text)}</w:${kind}>`,
      );
    const cell = `<w:tbl><w:tr><w:tc><w:p><w:r><w:t>x</w:t><w:endnoteReference w:id="2"/></w:r></w:p></w:tc><w:tc>${p("y")}</w:tc></w:tr></w:tbl>`;
    const document = await read(
      `<w:p><w:r><w:t>See</w:t><w:footnoteReference w:id="2"/><w:t xml:space="preserve"> this.</w:t></w:r></w:p>${cell}`,
      {
        "word/header1.xml": header,
        "word/header2.xml": header,
        "word/footer1.xml": partOf("w:ftr", p("Secret")),
        "word/footnotes.xml": note("footnote", "A foot."),
        "word/endnotes.xml": note("endnote", "An end."),
      },
      [
        ["header", "header1.xml"],
        ["header", "header2.xml"],
        ["footer", "footer1.xml"],
        ["footnotes", "footnotes.xml"],
        ["endnotes", "endnotes.xml"],
      ],
    );
    expect(outline(document)).toEqual([
      "paragraph: Acme",
      "paragraph: See this.",
      "paragraph: [1] A foot.",
      "table: x | y",
      "paragraph: [2] An end.",
      "paragraph: Secret",
    ]);
  });

  test("reads text boxes once, content controls, fields, links, symbols and formulas", async () => {
    const box = `<w:txbxContent>${p("Boxed")}</w:txbxContent>`;
    const document = await read(
      `<w:p><w:r><w:t>a</w:t></w:r><w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing>${box}</w:drawing></mc:Choice><mc:Fallback><w:pict>${box}</w:pict></mc:Fallback></mc:AlternateContent></w:r><w:r><w:t>b</w:t></w:r></w:p>
      <w:sdt><w:sdtPr><w:alias w:val="no"/></w:sdtPr><w:sdtContent>${p("Controlled")}</w:sdtContent></w:sdt>
      <w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>DATE</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>May</w:t></w:r><w:fldSimple w:instr="PAGE"><w:r><w:t xml:space="preserve"> 7</w:t></w:r></w:fldSimple><w:hyperlink r:id="x"><w:r><w:tab/><w:t>link</w:t><w:br/><w:noBreakHyphen/><w:sym w:font="Symbol" w:char="F061"/><w:sym w:font="Wingdings" w:char="F04A"/></w:r></w:hyperlink><m:oMath><m:r><m:t>x=1</m:t></m:r></m:oMath></w:p>
      <w:p><w:pPr><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr><w:r><w:drawing><wp:inline><wp:docPr id="1" name="P" descr="A red boat"/><a:graphic><pic:pic/></a:graphic></wp:inline></w:drawing></w:r></w:p>`,
    );
    expect(outline(document)).toEqual([
      "paragraph: ab",
      "paragraph: Boxed",
      "paragraph: Controlled",
      "paragraph: May 7\tlink\n‑αx=1",
      "paragraph: A red boat",
    ]);
  });

  test("keeps inserted text, and leaves out deleted and hidden text and comments with a warning", async () => {
    const document = await read(
      `<w:p><w:ins><w:r><w:t>new </w:t></w:r></w:ins><w:del><w:r><w:delText>old</w:delText><w:tab/></w:r></w:del><w:moveFrom><w:r><w:t>moved</w:t></w:r></w:moveFrom><w:r><w:rPr><w:vanish/></w:rPr><w:t>secret</w:t></w:r><w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>text</w:t><w:commentReference w:id="0"/></w:r></w:p>
      ${p("Plain", '<w:rPr><w:vanish/></w:rPr><w:pPrChange><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:pPrChange>')}`,
      { "word/comments.xml": partOf("w:comments", `<w:comment w:id="0">${p("Really?")}</w:comment>`) },
      [["comments", "comments.xml"]],
    );
    expect(outline(document)).toEqual(["paragraph: new text", "paragraph: Plain"]);
    expect(document.warnings).toEqual(["1 comment was left out.", "Hidden text was left out."]);
  });

  test("reads the texts of charts and SmartArt", async () => {
    const value = (at: number, text: string) => `<c:pt idx="${at}"><c:v>${text}</c:v></c:pt>`;
    const series = (name: string, ...values: string[]) =>
      `<c:ser><c:tx><c:strRef><c:f>A1</c:f><c:strCache>${value(0, name)}</c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache>${value(0, "2023")}${value(1, "2024")}</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache>${values.map((text, at) => value(at, text)).join("")}</c:numCache></c:numRef></c:val></c:ser>`;
    const title = (text: string) =>
      `<c:title><c:tx><c:rich><a:p><a:r><a:t>${text}</a:t></a:r></a:p></c:rich></c:tx></c:title>`;
    const box = (text: string) =>
      `<dgm:pt><dgm:t><a:bodyPr/><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`;
    const document = await read(
      `<w:p><w:r><w:t>Before</w:t><w:drawing><c:chart r:id="chart"/></w:drawing><w:drawing><dgm:relIds r:dm="diagramData"/></w:drawing></w:r></w:p>`,
      {
        "word/charts/chart1.xml": partOf(
          "c:chartSpace",
          `${title("Ducks")}${series("Lake", "1", "2")}${series("Sea", "3", "4")}<c:valAx>${title("Birds")}</c:valAx>`,
        ),
        "word/diagrams/data1.xml": partOf(
          "dgm:dataModel",
          `<dgm:ptLst>${box("Plan")}${box("")}${box("Do")}</dgm:ptLst>`,
        ),
      },
      [
        ["chart", "charts/chart1.xml"],
        ["diagramData", "diagrams/data1.xml"],
      ],
    );
    expect(outline(document)).toEqual([
      "paragraph: Before",
      "paragraph: Ducks\nBirds",
      "table:  | 2023 | 2024\nLake | 1 | 2\nSea | 3 | 4",
      "list: - Plan\n- Do",
    ]);
  });

  test("reads ISO 29500 Strict with prefixes of its own, and a part with an unusual name", async () => {
    const parts = wordParts(styled("H1", "Strict") + p("Body"), { "word/styles.xml": STYLES }, [
      ["styles", "styles.xml"],
    ]);
    const renamed = Object.entries(parts).map(([name, part]) => [
      name.replace("document.xml", "document2.xml"),
      strict(part),
    ]);
    const files: Parts = Object.fromEntries(renamed);
    expect(files["word/document2.xml"]).toContain(
      'xmlns:ns0="http://purl.oclc.org/ooxml/wordprocessingml/main"',
    );
    const root = (files["_rels/.rels"] ?? "").replace("document.xml", "document2.xml");
    const document = await parse("a.docx", packParts({ ...files, "_rels/.rels": root }));
    expect(outline(document)).toEqual(["heading1: Strict", "paragraph: Body"]);
  });

  test("warns if the end of a part is missing", async () => {
    const parts = wordParts(`${p("whole")}${p("torn")}`);
    const torn = (parts["word/document.xml"] ?? "").replace(/orn<.*$/s, "");
    const document = await parse("a.docx", packParts({ ...parts, "word/document.xml": torn }));
    expect(outline(document)).toEqual(["paragraph: whole", "paragraph: t"]);
    expect(document.warnings).toEqual(["The file is damaged; its text may be incomplete."]);
    const empty = { ...parts, "word/document.xml": torn.slice(0, torn.indexOf("<w:body>")) };
    expect(await parseErrorMessage(parse("a.docx", packParts(empty)))).toMatch(/damaged.*Word document/);
  });

  test("reads a document whose styles are damaged, with a warning, and rejects damaged content", async () => {
    const read = (name: string) => {
      const bytes = packParts(
        wordParts(p("text"), { "word/styles.xml": STYLES }, [["styles", "styles.xml"]]),
      );
      const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf(name) + name.length;
      bytes.fill(0xff, at, at + 20);
      return parse("a.docx", bytes);
    };
    const document = await read("word/styles.xml");
    expect(document.text).toBe("text");
    expect(document.warnings).toEqual(["The file is damaged; its text may be incomplete."]);
    expect(await parseErrorMessage(read("word/document.xml"))).toMatch(/damaged.*Word document/);
  });

  test("reports a document without its main part", async () => {
    const files = packParts({ "word/styles.xml": STYLES });
    expect(await parseErrorMessage(parse("a.docx", files))).toMatch(/damaged.*Word document.*send/);
  });

  test.each([
    ["deep tables", "<w:tbl><w:tr><w:tc>".repeat(1_000), "</w:tc></w:tr></w:tbl>".repeat(1_000)],
    ["many paragraphs", p("x").repeat(100_000), ""],
  ])("parses %s in linear time", async (_name, before, after) => {
    const started = process.cpuUsage().user;
    expect((await read(`${before}${p("deep")}${after}`)).text).toEndWith("deep");
    expect((process.cpuUsage().user - started) / 1e6).toBeLessThan(10);
  });

  test("ends soon for a document that refers to one chart without end", async () => {
    const others = Array.from({ length: 2_000 }, (_, at) => [`word/media/${at}.png`, ""]);
    const chart = { "word/charts/c.xml": partOf("c:chartSpace", "<a:p><a:r><a:t>x</a:t></a:r></a:p>") };
    const body = '<w:p><w:drawing><c:chart r:id="chart"/></w:drawing></w:p>'.repeat(100_000);
    const started = process.cpuUsage().user;
    const reading = read(body, { ...Object.fromEntries(others), ...chart }, [["chart", "charts/c.xml"]]);
    expect(await parseErrorMessage(reading)).toContain("too large after unpacking");
    expect((process.cpuUsage().user - started) / 1e6).toBeLessThan(20);
  }, 60_000);

  test("rejects elements nested without end", async () => {
    expect(await parseErrorMessage(read("<w:sdt>".repeat(100_000)))).toContain("too deeply");
  });
});
