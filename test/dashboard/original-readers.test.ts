import { describe, expect, test } from "bun:test";
import { decodeText } from "../../packages/dashboard/src/document/originals/decode-text.ts";
import { originalKind } from "../../packages/dashboard/src/document/originals/original-kind.ts";
import { readMail } from "../../packages/dashboard/src/document/originals/read-mail.ts";
import { readTable } from "../../packages/dashboard/src/document/originals/records.ts";
import { safeHtml } from "../../packages/dashboard/src/document/originals/safe-html.ts";
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

test("kinds of originals", () => {
  const shown = ["image/png", "text/csv", "message/rfc822"];
  expect(shown.map((type) => originalKind(type))).toEqual(["picture", "table", "mail"]);
  for (const type of ["text/plain", "application/json", "application/pdf"])
    expect(originalKind(type)).toBeUndefined();
  for (const type of ["application/zip", "toString"]) expect(originalKind(type)).toBe("unshown");
});
