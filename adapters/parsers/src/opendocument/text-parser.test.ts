import { describe, expect, test } from "bun:test";
import { strToU8, zipSync } from "fflate";
import { outline, parse, parseErrorMessage } from "../parsing.fixture.ts";

const OASIS = "urn:oasis:names:tc:opendocument:xmlns";
const NAMESPACES = ["office", "text", "table", "style", "chart"]
  .map((name) => `xmlns:${name}="${OASIS}:${name}:1.0"`)
  .concat(
    `xmlns:draw="${OASIS}:drawing:1.0"`,
    `xmlns:svg="${OASIS}:svg-compatible:1.0"`,
    'xmlns:xlink="http://www.w3.org/1999/xlink"',
    'xmlns:dc="http://purl.org/dc/elements/1.1/"',
    'xmlns:math="http://www.w3.org/1998/Math/MathML"',
  )
  .join(" ");

const root = (name: string, content: string) =>
  `<?xml version="1.0"?><${name} ${NAMESPACES}>${content}</${name}>`;
const contentOf = (body: string, styles = "") =>
  root(
    "office:document-content",
    `<office:automatic-styles>${styles}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body>`,
  );

function read(body: string, files: Readonly<Record<string, string>> = {}, styles = "") {
  const all = {
    mimetype: "application/vnd.oasis.opendocument.text",
    "content.xml": contentOf(body, styles),
    ...files,
  };
  return parse(
    "a.odt",
    zipSync(Object.fromEntries(Object.entries(all).map(([name, file]) => [name, strToU8(file)]))),
  );
}

describe("OpenDocument text", () => {
  test("returns headings, paragraphs, lists, tables and the title", async () => {
    const styles = `<style:style style:name="P1" style:parent-style-name="Title"/>
      <text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="i" text:start-value="4"/><text:list-level-style-bullet text:level="2"/></text:list-style>`;
    const item = (text: string, more = "") =>
      `<text:list-item><text:p>${text}</text:p><text:p>more</text:p>${more}</text:list-item>`;
    const cell = (text: string) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`;
    const document = await read(
      `<text:p text:style-name="P1">The report</text:p><text:h text:outline-level="2">Part
        <text:span>one</text:span></text:h><text:p>a<text:s text:c="2"/>b<text:tab/>c<text:line-break/>d</text:p>
      <text:list text:style-name="L1">${item("one", `<text:list>${item("deep")}</text:list>`)}${item("two")}</text:list>
      <table:table><table:table-row>${cell("Name")}${cell("Age")}</table:table-row><table:table-row>${cell("Ann")}${cell("41")}</table:table-row></table:table>`,
      { "meta.xml": root("office:document-meta", "<dc:title>Tides</dc:title>") },
      styles,
    );
    expect(document.title).toBe("Tides");
    expect(outline(document)).toEqual([
      "heading1: The report",
      "heading2: Part one",
      "paragraph: a  b\tc\nd",
      "list: iv. one",
      "paragraph: more",
      "list:   - deep",
      "paragraph: more",
      "list: v. two",
      "paragraph: more",
      "table: Name | Age\nAnn | 41",
    ]);
  });

  test("writes headers and footers once, and notes and text boxes after their paragraphs", async () => {
    const page = `<style:master-page><style:header><text:p>Acme</text:p></style:header><style:header-left><text:p>Acme</text:p></style:header-left><style:footer><text:p>Secret</text:p></style:footer></style:master-page>`;
    const document = await read(
      `<text:p>See<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>A note.</text:p></text:note-body></text:note> this<draw:frame><draw:text-box><text:p>Boxed</text:p><text:p>twice</text:p></draw:text-box></draw:frame><draw:custom-shape><text:p>Shaped</text:p></draw:custom-shape><draw:frame><draw:image/><svg:title>no</svg:title><svg:desc>A red boat</svg:desc></draw:frame>.</text:p>`,
      {
        "styles.xml": root("office:document-styles", `<office:master-styles>${page}</office:master-styles>`),
      },
    );
    expect(outline(document)).toEqual([
      "paragraph: Acme",
      "paragraph: See this.",
      "paragraph: [1] A note.",
      "paragraph: Boxed",
      "paragraph: twice",
      "paragraph: Shaped",
      "paragraph: A red boat",
      "paragraph: Secret",
    ]);
  });

  test("leaves out deleted text, readings and sources, and comments with a warning; reads charts and formulas", async () => {
    const chart = root(
      "office:document-content",
      `<chart:chart><chart:title><text:p>Ducks</text:p></chart:title><table:table><table:table-row><table:table-cell><text:p>2024</text:p></table:table-cell><table:table-cell><text:p>7</text:p></table:table-cell></table:table-row></table:table></chart:chart>`,
    );
    const formula = root(
      "math:math",
      "<math:mi>x</math:mi><math:mo>=</math:mo><math:mn>1</math:mn><math:annotation>x=1</math:annotation>",
    );
    const document = await read(
      `<text:tracked-changes><text:deletion><text:p>gone</text:p></text:deletion></text:tracked-changes>
      <text:table-of-content><text:table-of-content-source><text:index-title-template>no</text:index-title-template></text:table-of-content-source><text:index-body><text:p>One 7</text:p></text:index-body></text:table-of-content>
      <text:p><text:ruby><text:ruby-base>漢字</text:ruby-base><text:ruby-text>かんじ</text:ruby-text></text:ruby>a<office:annotation><text:p>Really?</text:p></office:annotation>b<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame><draw:frame><draw:object xlink:href="./Object 2"/></draw:frame></text:p>`,
      { "Object 1/content.xml": chart, "Object 2/content.xml": formula },
    );
    expect(outline(document)).toEqual([
      "paragraph: One 7",
      "paragraph: 漢字ab",
      "paragraph: Ducks",
      "table: 2024 | 7",
      "paragraph: x=1",
    ]);
    expect(document.warnings).toEqual(["1 comment was left out."]);
  });

  test("reports a document without its content, and reads one that contains itself", async () => {
    const archive = zipSync({ mimetype: strToU8("application/vnd.oasis.opendocument.text") });
    expect(await parseErrorMessage(parse("a.odt", archive))).toMatch(/damaged.*OpenDocument text.*send/);
    expect((await read('<text:p>self<draw:object xlink:href="."/></text:p>')).text).toContain("self");
  });

  test("parses many paragraphs and lists in linear time", async () => {
    const body = "<text:list><text:list-item><text:p>x</text:p></text:list-item></text:list>".repeat(50_000);
    const started = process.cpuUsage().user;
    expect((await read(`${body}<text:p>end</text:p>`)).text).toEndWith("end");
    expect((process.cpuUsage().user - started) / 1e6).toBeLessThan(10);
  }, 60_000);
});
