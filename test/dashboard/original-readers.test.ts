import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { strToU8, zipSync } from "fflate";
import { decodeText } from "../../packages/dashboard/src/document/originals/decode-text.ts";
import { originalKind } from "../../packages/dashboard/src/document/originals/original-kind.ts";
import { placeOf } from "../../packages/dashboard/src/document/originals/place-of.ts";
import { readMail } from "../../packages/dashboard/src/document/originals/read-mail.ts";
import { readTable } from "../../packages/dashboard/src/document/originals/records.ts";
import { safeHtml } from "../../packages/dashboard/src/document/originals/safe-html.ts";
import { placeWithin, textBlocks } from "../../packages/dashboard/src/document/originals/text-blocks.ts";
import {
  readWorkbook,
  type Sheet,
} from "../../packages/dashboard/src/document/originals/workbook/read-workbook.ts";
import { HARMFUL, HOSTILE_PAGE } from "./hostile/hostile-page.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
/** What stands between the start and the end of the body. */
const bodyOf = (html: string) => /<body dir="\w+">(.*)<\/body>/s.exec(safeHtml(html))?.[1];

describe("a table", () => {
  const whole = { delimiter: undefined, isCut: false };

  test.each([",", ";", "\t", "|"])("finds the delimiter %j, and reads quotes", (delimiter) => {
    const rows = [
      ["id", "name"],
      ["1", '"Ann\r\nLee"'],
      ["2", '"say ""hi"""'],
      ["3", 'a 5" pipe'],
    ];
    const table = readTable(`\ufeff${rows.map((row) => row.join(delimiter)).join("\r\n")}\r\n\r\n`, whole);
    expect(table).toEqual({
      header: ["id", "name"],
      rows: [
        ["1", "Ann\nLee"],
        ["2", 'say "hi"'],
        ["3", 'a 5" pipe'],
      ],
      columnCount: 2,
      isPart: false,
    });
  });

  test("reads on behind a quote that is never closed", () => {
    const { rows } = readTable('a,b\n"open,1\n2,3\n', whole);
    expect(rows).toEqual([
      ['"open', "1"],
      ["2", "3"],
    ]);
  });

  test("is bounded, and leaves out a record that is cut", () => {
    const long = readTable(`n\n${"1\n".repeat(20_000)}`, whole);
    expect([long.rows.length, long.isPart]).toEqual([10_000, true]);
    const wide = readTable(Array.from({ length: 150 }, (_, at) => at).join(","), whole);
    expect([wide.header.length, wide.columnCount, wide.isPart]).toEqual([100, 100, true]);
    expect(readTable("a,b\n1,2\n3,", { delimiter: ",", isCut: true }).rows).toEqual([["1", "2"]]);
    expect(readTable("", whole)).toEqual({ header: [], rows: [], columnCount: 0, isPart: false });
  });

  test.each(['"', '"a', '""', "a,", '",'])("of 2 MB of %j is read in linear time", (pattern) => {
    const startMs = performance.now();
    readTable(pattern.repeat(2_000_000 / pattern.length), whole);
    expect(performance.now() - startMs).toBeLessThan(10_000);
  });
});

describe("a workbook", () => {
  /** A workbook with sheets by name, in the order of the file. */
  function workbook(sheets: Readonly<Record<string, string>>, more: Readonly<Record<string, string>> = {}) {
    const entries = Object.entries(sheets);
    const list = entries.map(([name], at) => `<x:sheet name="${name}" sheetId="${at}" r:id="r${at}"/>`);
    const targets = entries.map(
      (_, at) =>
        `<Relationship Id="r${at}" Type="a/worksheet" Target="${at === 0 ? "/xl/" : ""}worksheets/${at}.xml"/>`,
    );
    const files = {
      "xl/workbook.xml": `<x:workbook><x:workbookPr date1904="1"/><x:sheets>${list.join("")}<x:sheet name="Secret" state="hidden" r:id="r0"/></x:sheets></x:workbook>`,
      "xl/_rels/workbook.xml.rels": `<Relationships>${targets.join("")}<Relationship Id="s" Type="a/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="f" Type="a/styles" Target="styles.xml"/></Relationships>`,
      ...Object.fromEntries(
        entries.map(([, rows], at) => [
          `xl/worksheets/${at}.xml`,
          `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
        ]),
      ),
      ...more,
    };
    return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
  }
  const tablesOf = (sheets: readonly Sheet[] = []) => sheets.map(({ name, read }) => ({ name, ...read() }));

  test("has its shown sheets, with texts, numbers, dates and truth values as programs show them", () => {
    const strings =
      "<sst><si><t>Pier &amp; quay</t></si><si><r><t>To</t></r><r><t>tal</t></r><rPh><t>no</t></rPh></si></sst>";
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="[broken"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="9"/><xf numFmtId="165"/></cellXfs></styleSheet>';
    const file = workbook(
      {
        Harbour:
          '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>' +
          '<row r="3"><c r="A3"><v>4.4000000000000004</v></c><c r="B3" s="1"><f>NOW()</f><v>43538</v></c><c r="C3" s="2"><v>0.25</v></c><c r="D3" t="b"><v>1</v></c><c r="E3" s="3"><v>7</v></c></row>',
        Notes: '<row><c t="inlineStr"><is><t>by</t><t> hand</t></is></c><c t="e"><v>#DIV/0!</v></c></row>',
      },
      { "xl/sharedStrings.xml": strings, "xl/styles.xml": styles },
    );
    expect(tablesOf(readWorkbook(file))).toEqual([
      {
        name: "Harbour",
        header: ["A", "B", "C", "D", "E"],
        rows: [["Pier & quay", "", "Total"], [], ["4.4", "2023-03-15", "25%", "TRUE", "7"]],
        columnCount: 5,
        isPart: false,
      },
      { name: "Notes", header: ["A", "B"], rows: [["by hand", "#DIV/0!"]], columnCount: 2, isPart: false },
    ]);
  });

  test("is bounded", () => {
    const cell = (place: string) => `<c r="${place}"><v>1</v></c>`;
    const rows = Array.from({ length: 10_050 }, (_, at) => `<row r="${at + 1}">${cell(`A${at + 1}`)}</row>`);
    const wide = `<row r="1">${cell("AB1")}${cell("XFD1")}</row><row r="1048576">${cell("A1048576")}</row>`;
    const [long, broad] = tablesOf(readWorkbook(workbook({ Long: rows.join(""), Wide: wide })));
    expect([long?.rows.length, long?.isPart]).toEqual([10_000, true]);
    expect([broad?.header.at(-1), broad?.rows.length, broad?.isPart]).toEqual(["AB", 1, true]);
  });

  test("that is damaged, empty or too large unpacked is not read", () => {
    const whole = workbook({ One: "<row/>" });
    const large = workbook({ One: `<row><c t="str"><v>${"a".repeat(41_000_000)}</v></c></row>` });
    for (const file of [new Uint8Array(), whole.subarray(0, 200), workbook({}), large])
      expect(readWorkbook(file)).toBeUndefined();
  });

  test.each([
    "<row r='x'><c r='1'><v>1",
    "<c><v>1</v></c>",
    "<row><row><c t='s'><v>99</v></c></row>",
    "<row r='-1'>",
  ])("is read although %s is in a sheet", (sheet) => {
    expect(tablesOf(readWorkbook(workbook({ Broken: sheet })))).toHaveLength(1);
  });
});

describe("a page", () => {
  test("keeps its text and its order, and nothing that loads, runs or leads elsewhere", () => {
    expect(safeHtml(HOSTILE_PAGE)).not.toMatch(HARMFUL);
    expect(bodyOf('<body dir="rtl"><p id=a title="x &quot;y" class>A &amp; B <i>c</i><br/>d < e')).toBe(
      '<p title="x &quot;y">A &amp; B <i>c</i><br>d &lt; e',
    );
    expect(safeHtml('<html dir="rtl">')).toContain('<body dir="rtl">');
  });

  test.each([
    ["<scr<script>x</script>ipt>alert(1)</script>", "xipt&gt;alert(1)"],
    ["<SCRIPT>a</SCRIPT >b", "b"],
    ["a<!-- <b> --!> c --> d", "a d"],
    ["a<!-- never closed <b>x", "a"],
    ["a<b title='>\"<script>'>b</b>", 'a<b title="&gt;&quot;&lt;script&gt;">b</b>'],
    ['a<b title="never closed>b', "a"],
    ["<a href=javascript:x>y</a>", "<a>y</a>"],
    ["<img src=data:text/html,x alt='A <b>'>", "[A &lt;b&gt;]"],
    ["<title>a</title><textarea><b></textarea>c", "c"],
    ["<p/onclick=x>y", "<p>y"],
    ["1 <2 </ 3>", "1 &lt;2 &lt;/ 3&gt;"],
  ])("%j becomes harmless", (html, expected) => {
    expect(bodyOf(html)).toBe(expected);
  });

  test.each(["<", "<a ", "<!--", '<a b="', "<script>", "<svg><p>", "</", "<p a=b"])(
    "of 2 MB of %j is read in linear time",
    (pattern) => {
      const startMs = performance.now();
      safeHtml(pattern.repeat(2_000_000 / pattern.length));
      expect(performance.now() - startMs).toBeLessThan(10_000);
    },
  );
});

describe("a mail", () => {
  test("has headers, a text, HTML and the names of its attachments", () => {
    const mail = readMail(
      bytes(
        [
          "From crew Tue Mar  3 10:15:00 2026",
          "Subject: =?utf-8?q?caf=C3=A9?= =?utf-8?b?IGLDqXTDqQ==?=",
          "From: Jörg <a@example.com>",
          "To: b@example.com,",
          " c@example.com",
          'Content-Type: multipart/mixed; boundary="a"',
          "",
          "preamble",
          "--a",
          'Content-Type: multipart/alternative; boundary="ab"',
          "",
          "--ab",
          "Content-Type: text/plain; charset=iso-8859-1",
          "Content-Transfer-Encoding: quoted-printable",
          "",
          "Gr=FC=DFe=",
          " vom Pier",
          "--ab",
          "Content-Type: text/html",
          "",
          "<p>Grüße</p>",
          "--ab--",
          "--a",
          "",
          "A part without headers.",
          "--a",
          "Content-Type: application/pdf; name=plain.pdf",
          "Content-Disposition: attachment; filename*=utf-8''Pl%C3%A4ne.pdf",
          "Content-Transfer-Encoding: base64",
          "",
          "AAAA",
          "--a--",
          "epilogue",
        ].join("\r\n"),
      ),
    );
    expect(mail).toMatchObject({ subject: "café bété", from: "Jörg <a@example.com>", cc: "" });
    expect(mail.to).toBe("b@example.com, c@example.com");
    expect(mail.text).toContain("Grüße vom Pier");
    expect(mail.text).toContain("A part without headers.");
    expect(mail.html.trim()).toBe("<p>Grüße</p>");
    expect(mail.attachments).toEqual(["Pläne.pdf"]);
  });

  test.each(["", "no header", "Content-Type: multipart/mixed; boundary=x\n\n--x", "Subject: =?x?b?%?=\n\ny"])(
    "of %j is read without an error",
    (source) => {
      expect(readMail(bytes(source))).toMatchObject({ html: "", attachments: [] });
    },
  );
});

test("texts are decoded by their mark, their declared encoding, as UTF-8, or byte by byte", () => {
  expect(decodeText(Uint8Array.of(0xff, 0xfe, 0x41, 0x00))).toBe("A");
  expect(decodeText(Uint8Array.of(0xcf), "iso-8859-5")).toBe("Я");
  expect(decodeText(Uint8Array.of(0xe4, 0x41), "no such encoding")).toBe("äA");
  // The bytes end within a character.
  expect(decodeText(bytes("aé").subarray(0, 2))).toBe("a");
});

test("a passage is found in its file where it is nearest to its place in the text that was read", () => {
  const place = (start: number, content = "fog") =>
    placeOf("fog, then fog, then sun", { content, metadata: { start } });
  expect(place(0)).toEqual({ start: 0, end: 3 });
  expect(place(4)).toEqual({ start: 0, end: 3 });
  expect(place(8)).toEqual({ start: 10, end: 13 });
  expect(place(99)).toEqual({ start: 10, end: 13 });
  expect(place(0, "sun")).toEqual({ start: 20, end: 23 });
  expect(place(0, "rain")).toBeUndefined();
  expect(place(0, "")).toBeUndefined();
});

test("a text is cut into blocks of lines, in which a place is found again", () => {
  const line = fc.oneof(
    { weight: 9, arbitrary: fc.string({ maxLength: 200 }) },
    { arbitrary: fc.constant("x".repeat(9_000)), weight: 1 },
  );
  const text = fc.array(line, { maxLength: 150 }).map((lines) => lines.join("\n"));
  fc.assert(
    fc.property(text, fc.nat(30_000), fc.integer({ min: 1, max: 15_000 }), (whole, start, length) => {
      const blocks = textBlocks(whole);
      expect(blocks.map(({ content }) => content).join("")).toBe(whole);
      for (const { content } of blocks.slice(0, -1)) {
        expect(content).toEndWith("\n");
        expect(content.length).toBeGreaterThanOrEqual(4_000);
      }
      const place = { start, end: start + length };
      const marked = blocks.map((block) => {
        const part = placeWithin(block, place);
        return part ? block.content.slice(part.start, part.end) : "";
      });
      expect(marked.join("")).toBe(whole.slice(start, start + length));
    }),
  );
});

test("kinds of originals", () => {
  const shown = ["image/png", "text/csv", "message/rfc822", "text/plain", "application/json"];
  expect(shown.map((type) => originalKind(type))).toEqual(["picture", "table", "mail", "text", "text"]);
  expect(originalKind("application/pdf")).toBeUndefined();
  for (const type of ["application/zip", "toString"]) expect(originalKind(type)).toBe("unshown");
});
