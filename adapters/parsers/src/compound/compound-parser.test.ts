import { describe, expect, test } from "bun:test";
import { read } from "cfb";
import { outline, parse, parseErrorMessage, rowTexts } from "../parsing.fixture.ts";
import { compoundOf, docOf, smallPpt, smallXls, XLS_PASSWORD } from "./compound-files.fixture.ts";
import { msgOf } from "./outlook-mail.fixture.ts";

test.each(["tides.doc", "tides.bin"])("an old Word document is read (%s)", async (filename) => {
  const document = await parse(filename, docOf("Tides\rHigh water größer.\rThe end.\r"));
  expect(document.mimeType).toBe("application/msword");
  expect(outline(document)).toEqual([
    "paragraph: Tides",
    "paragraph: High water größer.",
    "paragraph: The end.",
  ]);
});

test("an old Excel workbook is read with each kind of cell", async () => {
  const document = await parse("tides.xls", smallXls());
  expect(document.mimeType).toBe("application/vnd.ms-excel");
  expect(document.blocks.map(({ sheet }) => sheet)).toEqual(["Tides", "Tides", "Secret", "Secret"]);
  expect(rowTexts(document, document.blocks[1])).toEqual([
    "Name | Größe | Date",
    "Hightide | 2.75 | 3/15/2023",
    " | 42 | 12.34",
    "Text of a formula",
    "TRUE | #N/A",
  ]);
  expect(document.warnings).toEqual([expect.stringContaining("Secret")]);
});

test("an old presentation is read by slides, with notes and texts of shapes", async () => {
  const document = await parse("tides.ppt", smallPpt());
  expect(document.mimeType).toBe("application/vnd.ms-powerpoint");
  expect(outline(document)).toEqual([
    "heading1: Tides",
    "paragraph: High water\nLow water",
    "paragraph: In a shape",
    "paragraph: Say größer",
  ]);
  expect(document.blocks.every(({ slide }) => slide === 1)).toBe(true);
});

test("attachments of a mail of Outlook are named", async () => {
  const { FullPaths, FileIndex } = read(msgOf({ "0037": "Tides", "1000": "See the file." }), {
    type: "buffer",
  });
  const streams = FullPaths.flatMap((path, at) =>
    FileIndex[at]?.type === 2
      ? [[path.replace(/^[^/]*\//, ""), Buffer.from(FileIndex[at].content)] as const]
      : [],
  );
  const attachment = "__attach_version1.0_#00000000";
  const bytes = compoundOf({
    ...Object.fromEntries(streams),
    [`${attachment}/__properties_version1.0`]: Buffer.alloc(8),
    [`${attachment}/__substg1.0_3707001F`]: Buffer.from("tides.csv", "utf16le"),
  });
  const document = await parse("tides.msg", bytes);
  expect(document.text).toContain("Attachments: tides.csv");
  expect(document.warnings).toEqual([expect.stringContaining("1 attachment was not read")]);
});

test("a mail of Outlook is read", async () => {
  const document = await parse(
    "tides.msg",
    msgOf({
      "0037": "Grüße",
      "0C1A": "Ada",
      "5D01": "ada@example.org",
      "1000": "High water.\r\n\r\nThe end.",
    }),
  );
  expect([document.mimeType, document.title]).toEqual(["application/vnd.ms-outlook", "Grüße"]);
  expect(outline(document)).toEqual([
    "heading1: Grüße",
    "paragraph: From: Ada <ada@example.org>",
    "paragraph: High water.",
    "paragraph: The end.",
  ]);
});

describe("refused:", () => {
  test.each([
    ["an encrypted document", () => compoundOf({ EncryptedPackage: Buffer.alloc(8, 1) })],
    ["a workbook with a password", () => smallXls([XLS_PASSWORD])],
    ["a Word document with a password", () => docOf("Tides\r", 0x100)],
    ["a presentation with a password", () => smallPpt(0xf3d1c4df)],
  ])("%s", async (_name, bytes) => {
    expect(await parseErrorMessage(parse("a.doc", bytes()))).toContain("protected by a password");
  });

  test("another compound file, by name", async () => {
    const message = await parseErrorMessage(parse("a.bin", compoundOf({ Other: Buffer.alloc(8, 1) })));
    expect(message).toContain("not supported by this version");
  });

  test.each([
    ["Word", () => docOf("Tides and more\r".repeat(100))],
    ["Excel", () => smallXls()],
    ["PowerPoint", () => smallPpt()],
    ["Outlook", () => msgOf({ "0037": "Tides", "1000": "High water. ".repeat(600) })],
  ] as const)(
    "mutated files of %s end in time, with a text or a cause",
    async (_name, make) => {
      const whole = make();
      let state = 1;
      const random = (below: number) => {
        state = (state * 1103515245 + 12345) & 0x7fffffff;
        return Math.floor((state / 0x80000000) * below);
      };
      const start = performance.now();
      for (let round = 0; round < 150; round += 1) {
        const bytes = whole.slice(0, round % 3 === 0 ? random(whole.length) + 16 : whole.length);
        for (let at = 0; at < 1 + (round % 20); at += 1) bytes[8 + random(bytes.length - 8)] = random(256);
        // A QuarryError says why; another error would fail here.
        const outcome = await parse("a.bin", bytes).catch((error: { readonly code?: string }) => error.code);
        expect(typeof outcome === "object" || outcome === "invalid_request").toBe(true);
      }
      expect(performance.now() - start).toBeLessThan(30_000);
    },
    60_000,
  );
});
