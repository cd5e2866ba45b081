import { describe, expect, test } from "bun:test";
import { outline, parse, parseErrorMessage, rowTexts } from "../parsing.fixture.ts";

const bytesOf = (source: string) => Uint8Array.from(source, (char) => char.charCodeAt(0));
const read = (source: string) => parse("a.rtf", bytesOf(source));
const bodyOf = async (body: string, head = "") => (await read(`{\\rtf1\\ansi${head} ${body}}`)).text;

describe("RTF", () => {
  test("returns headings, paragraphs, lists and tables", async () => {
    const document = await read(String.raw`{\rtf1\ansi\deff0{\fonttbl{\f0 Arial;}}
{\stylesheet{\s1\outlinelevel0 \'dcberschrift 1;}{\s2 heading 2;}{\s3 Body;}}
{\info{\title The {\i report}}{\author Ada}{\*\company No}}
\pard\s1 One\par\pard\s3 Some {\b bold} and plain\line text\par\pard\s2 Two\par
{\listtext\pard 1.\tab}\pard\ls1 first\par{\listtext\f3\'b7\tab}\ls1\ilvl1 second\par\pard
\trowd\cellx100\cellx200\pard\intbl Name\cell Age\cell\row
\trowd\pard\intbl Ann\par B.\cell 41\cell\row\pard after\par}`);
    expect(document.title).toBe("The report");
    expect(outline(document)).toEqual([
      "heading1: One",
      "paragraph: Some bold and plain\ntext",
      "heading2: Two",
      "list: 1. first\n  - second",
      "table: Name | Age\nAnn B. | 41",
      "paragraph: after",
    ]);
    expect(document.blocks[4]?.header).toBe("Name | Age");
    expect(rowTexts(document, document.blocks[4])).toEqual(["Name | Age", "Ann B. | 41"]);
  });

  test.each([
    ["the file's code page", "\\ansicpg1250", "P\\'f8\\'edli\\'9a", "Příliš"],
    [
      "a font's character set",
      "{\\fonttbl{\\f0\\fcharset0 A;}{\\f1\\fcharset204 B;}}",
      "{\\f1\\'cf\\'f0\\'e8}\\f0 \\'e9",
      "Приé",
    ],
    ["a font's name", "{\\fonttbl{\\f0\\fcharset0 Times New Roman CE;}}", "\\f0 P\\'f8\\'ed", "Pří"],
    ["the default font", "\\deff1{\\fonttbl\\f0\\fcharset0 A;\\f1\\fcharset161 B;}", "\\'e1\\'e2", "αβ"],
    ["Japanese", "\\ansicpg932", "\\'93\\'fa\\'96\\'7b\\'83e\\'83\\'58\\'83g", "日本テスト"],
    ["Japanese without escapes", "\\ansicpg932", "\x93\xfa\x96{\x83\\\x83e", "日本ソテ"],
    ["half-width katakana", "{\\fonttbl{\\f0\\fcharset128 A;}}", "\\f0\\'b1\\'b2", "ｱｲ"],
    ["Simplified Chinese", "{\\fonttbl{\\f0\\fcharset134 A;}}", "\\f0\\'d6\\'d0\\'ce\\'c4", "中文"],
    ["Traditional Chinese", "\\ansicpg950", "\\'a4\\'a4\\'a4\\'e5", "中文"],
    ["Korean", "\\ansicpg949", "\\'c7\\'d1\\'b1\\'db", "한글"],
    ["DOS", "\\pc", "\\'81\\'e1", "üß"],
    ["the Macintosh", "\\mac", "\\'8a", "ä"],
    [
      "Symbol",
      "{\\fonttbl{\\f0\\fcharset0 A;}{\\f1\\fcharset2 Symbol;}}",
      "{\\f1 abg\\u-3976?}\\f0 \\'e9",
      "αβγξé",
    ],
  ])("decodes text by %s", async (_name, head, body, expected) => {
    expect(await bodyOf(body, head)).toBe(expected);
  });

  test("decodes Unicode, skips its fallback and never returns half a character", async () => {
    expect(
      await bodyOf("\\u268?e\\u345?\\'41\\uc2\\u26085\\'93\\'fa.{\\uc0\\u26412 x}\\u-10179 ab\\u-8704 cd!"),
    ).toBe("ČeřA日.本x😀!");
    expect(await bodyOf("a\\u-10179?b\\u0?\\'00c")).toBe("a\ufffdbc");
    expect(await bodyOf("{\\upr{old}{\\*\\ud{new}}}")).toBe("new");
    expect(await bodyOf("\\u8211\\endash x\\u8212?\\par y")).toBe("–x—\n\ny");
  });

  test("writes symbols and separators as characters", async () => {
    expect(
      await bodyOf(
        "a\\emdash b\\endash c\\~d\\_e\\-f \\lquote g\\rquote  \\ldblquote h\\rdblquote\\tab \\{i\\}\\\\\\\nj",
      ),
    ).toBe("a—b–c\u00a0d‑ef ‘g’ “h”\t{i}\\\n\nj");
  });

  test("reads notes, text boxes and fields, and headers and footers once", async () => {
    const header = "{\\header\\pard Acme {\\field{\\*\\fldinst PAGE}{\\fldrslt 1}}\\par}";
    const document = await read(
      `{\\rtf1\\ansi{\\header\\pard Acme {\\field{\\*\\fldinst PAGE}{\\fldrslt 1}}\\par}{\\footerf Secret\\par}See {\\field{\\*\\fldinst{HYPERLINK "x"}}{\\fldrslt{the site}}}{\\super\\chftn{\\footnote\\pard\\chftn  A note.}} here.{\\shp{\\*\\shpinst{\\sp{\\sn a}{\\sv b}}{\\shptxt\\pard Boxed\\par}}{\\shprslt{\\*\\do{\\dptxbxtext Boxed}}}}\\par\\sect${header}{\\footerf Secret\\par}End\\par}`,
    );
    expect(outline(document)).toEqual([
      "paragraph: Acme 1",
      "paragraph: See the site here.",
      "paragraph: [1] A note.",
      "paragraph: Boxed",
      "paragraph: End",
      "paragraph: Secret",
    ]);
  });

  test("leaves out pictures, objects' data, instructions, comments, deleted and hidden text", async () => {
    const document = await read(
      "{\\rtf1{\\*\\generator Riched20;}{\\colortbl;\\red0;}a{\\pict\\pngblip 89504e47}{\\pict\\bin4 }{}\\b}{\\object{\\*\\objdata 0105}{\\result  shown}}{\\*\\unknown no}{\\v secret} b{\\deleted gone}{\\*\\atnid A}{\\*\\annotation{\\*\\atnref 1}Check this}\\par}",
    );
    expect(document.text).toBe("a shown b");
    expect(document.warnings).toEqual(["1 comment was left out.", "Hidden text was left out."]);
  });

  test("reads files with unbalanced groups, and rejects those without text", async () => {
    expect(await bodyOf("}}a{{{b\\'4")).toBe("ab4");
    expect(await bodyOf("a\\'0db\\'00\\'01c")).toBe("a\nbc");
    expect(await parseErrorMessage(read("{\\rtf1\\ansi{\\pict 00}}"))).toContain("no text");
  });
});

test.each([
  ["deep groups", `${"{".repeat(2_000_000)} deep`],
  ["deep notes", `${"{\\footnote x".repeat(20_000)} deep`],
  ["control words", `${"\\b\\f1\\u8364?".repeat(300_000)} deep`],
  ["destinations in one group", `{${"\\listtext".repeat(200_000)}} deep`],
  ["one long text", `${"\\'e9t".repeat(500_000)} deep`],
  ["cells", `${"\\trowd\\cell\\row".repeat(200_000)} deep`],
])(
  "parses %s in linear time",
  async (_name, body) => {
    const started = process.cpuUsage().user;
    expect(await bodyOf(body)).toContain("deep");
    expect((process.cpuUsage().user - started) / 1e6).toBeLessThan(10);
  },
  60_000,
);
