import { describe, expect, test } from "bun:test";
import { packParts, partOf, relationshipsOf, strict } from "../ooxml/ooxml.fixture.ts";
import { outline, parse, parseErrorMessage } from "../parsing.fixture.ts";

type Parts = Readonly<Record<string, string>>;
type Targets = readonly (readonly [string, string])[];

const paragraph = (text: string, properties = "") => `<a:p>${properties}<a:r><a:t>${text}</a:t></a:r></a:p>`;
const shape = (content: string, placeholder?: string) =>
  `<p:sp><p:nvSpPr><p:nvPr>${placeholder === undefined ? "" : `<p:ph ${placeholder}/>`}</p:nvPr></p:nvSpPr><p:txBody><a:lstStyle><a:lvl1pPr><a:buNone/></a:lvl1pPr></a:lstStyle>${content}</p:txBody></p:sp>`;
const slide = (content: string) => partOf("p:sld", `<p:cSld><p:spTree>${content}</p:spTree></p:cSld>`);

/** Returns a presentation whose slides are in the order of the list; their files are numbered backwards. */
function presentation(slides: readonly (readonly [string, Targets?])[], parts: Parts = {}): Parts {
  const nameOf = (at: number) => `slide${slides.length - at}.xml`;
  return {
    "_rels/.rels": relationshipsOf([["officeDocument", "ppt/presentation.xml"]]),
    "ppt/presentation.xml": partOf(
      "p:presentation",
      `<p:sldIdLst>${slides.map((_, at) => `<p:sldId r:id="slide${at === 0 ? "" : at + 1}"/>`).join("")}</p:sldIdLst>`,
    ),
    "ppt/_rels/presentation.xml.rels": relationshipsOf(
      slides.map((_, at) => ["slide", `slides/${nameOf(at)}`]),
    ),
    ...Object.fromEntries(
      slides.flatMap(([content, targets = []], at) => [
        [`ppt/slides/${nameOf(at)}`, slide(content)],
        [`ppt/slides/_rels/${nameOf(at)}.rels`, relationshipsOf(targets)],
      ]),
    ),
    ...parts,
  };
}

const read = (parts: Parts) => parse("a.pptx", packParts(parts));

describe("PowerPoint", () => {
  test("reads slides in the order of the presentation: title first, lists, text boxes and groups", async () => {
    const level = (lvl: number, more = "") => `<a:pPr lvl="${lvl}">${more}</a:pPr>`;
    const document = await read(
      presentation([
        [
          `${shape(`${paragraph("one")}${paragraph("two", level(1))}${paragraph("plain", level(0, "<a:buNone/>"))}`, 'idx="1"')}
          ${shape(paragraph("Tides"), 'type="title"')}${shape(paragraph("7"), 'type="sldNum"')}${shape(paragraph("Acme"), 'type="ftr"')}`,
        ],
        [
          `<p:grpSp><p:grpSp>${shape("<a:p><a:r><a:t>Grouped</a:t></a:r><a:br/><a:fld><a:t>text</a:t></a:fld></a:p>")}</p:grpSp></p:grpSp>
          ${shape(`${paragraph("a", level(0, "<a:buAutoNum/>"))}${paragraph("b", level(0, "<a:buAutoNum/>"))}`)}${shape(paragraph("Acme"), 'type="ftr"')}
          <p:pic><p:nvPicPr><p:cNvPr id="1" name="P" descr="A red boat"/></p:nvPicPr></p:pic>`,
        ],
      ]),
    );
    expect(outline(document)).toEqual([
      "heading1: Tides",
      "list: - one\n  - two",
      "paragraph: plain",
      "paragraph: Acme",
      "paragraph: Grouped\ntext",
      "list: 1. a\n2. b",
      "paragraph: A red boat",
    ]);
    expect(document.blocks.map((block) => block.slide)).toEqual([1, 1, 1, 1, 2, 2, 2]);
  });

  test("reads tables, charts, SmartArt, and speaker notes marked as such", async () => {
    const row = (...cells: string[]) =>
      `<a:tr>${cells.map((cell) => `<a:tc><a:txBody>${paragraph(cell)}</a:txBody></a:tc>`).join("")}</a:tr>`;
    const document = await read(
      presentation(
        [
          [
            `<p:graphicFrame><a:tbl>${row("Name", "Age")}${row("Ann", "41")}</a:tbl></p:graphicFrame><c:chart r:id="chart"/><dgm:relIds r:dm="diagramData"/>`,
            [
              ["chart", "../charts/chart1.xml"],
              ["diagramData", "../diagrams/data1.xml"],
              ["notesSlide", "../notesSlides/n.xml"],
              ["comments", "../comments/c.xml"],
            ],
          ],
        ],
        {
          "ppt/charts/chart1.xml": partOf(
            "c:chartSpace",
            `<c:title><c:tx><c:rich>${paragraph("Ducks")}</c:rich></c:tx></c:title>`,
          ),
          "ppt/diagrams/data1.xml": partOf(
            "dgm:dataModel",
            `<dgm:pt><dgm:t>${paragraph("Plan")}</dgm:t></dgm:pt>`,
          ),
          "ppt/notesSlides/n.xml": slide(
            `${shape(paragraph("1"), 'type="sldNum"')}${shape(`${paragraph("Speak up.")}${paragraph("Smile.")}`, 'type="body"')}`,
          ),
          "ppt/comments/c.xml": partOf("p:cmLst", "<p:cm/><p:cm/>"),
        },
      ),
    );
    expect(outline(document)).toEqual([
      "table: Name | Age\nAnn | 41",
      "paragraph: Ducks",
      "list: - Plan",
      "paragraph: Speaker notes: Speak up.\nSmile.",
    ]);
    expect(document.warnings).toEqual(["2 comments were left out."]);
  });

  test("reads ISO 29500 Strict", async () => {
    const parts = Object.entries(presentation([[shape(paragraph("Strict"), 'type="title"')]]));
    const document = await read(Object.fromEntries(parts.map(([name, part]) => [name, strict(part)])));
    expect(outline(document)).toEqual(["heading1: Strict"]);
  });

  test("reads two thousand slides in linear time", async () => {
    const slides = Array.from({ length: 2_000 }, (_, at) => [shape(paragraph(`slide ${at}`))] as const);
    const started = process.cpuUsage().user;
    expect((await read(presentation(slides))).text).toEndWith("slide 1999");
    expect((process.cpuUsage().user - started) / 1e6).toBeLessThan(10);
  }, 60_000);

  test("reads a slide of very many paragraphs", async () => {
    const content = shape(paragraph("x").repeat(200_000));
    expect((await read(presentation([[content]]))).blocks).toHaveLength(200_000);
  }, 60_000);

  test("reports a presentation without its main part", async () => {
    expect(await parseErrorMessage(read({ "ppt/a.xml": "<a/>" }))).toMatch(/damaged.*PowerPoint.*send/);
  });
});
