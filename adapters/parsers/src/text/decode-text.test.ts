import { describe, expect, test } from "bun:test";
import { parse } from "../parsing.fixture.ts";
import { readText } from "./decode-text.ts";
import { encodeText } from "./encode-text.fixture.ts";
import { LANGUAGE_SAMPLES } from "./encoded-texts.fixture.ts";

const CASES = LANGUAGE_SAMPLES.flatMap(({ language, encodings, text }) =>
  encodings.map((encoding) => [language, encoding, text] as const),
);

test.each(CASES)("%s in %s is read without a declaration", (_language, encoding, text) => {
  const decoded = readText(encodeText(text, encoding));
  expect(decoded.text.normalize("NFC")).toBe(text);
  expect(decoded.warnings).toEqual([expect.stringContaining(`read as ${decoded.encoding}`)]);
});

test.each(CASES)("%s in %s is read with its declaration, without a warning", (_language, encoding, text) => {
  const decoded = readText(encodeText(text, encoding), encoding.toUpperCase());
  expect(decoded.text.normalize("NFC")).toBe(text);
  expect(decoded.warnings).toEqual([]);
});

test.each(CASES)("%s in %s is read in spite of a wrong declaration", (_language, encoding, text) => {
  for (const declared of ["utf-8", "utf-16", "unknown-8bit", "x-user-defined", "\u0000\u001b nonsense"]) {
    const decoded = readText(encodeText(text, encoding), declared);
    expect(decoded.text.normalize("NFC")).toBe(text);
    expect(decoded.warnings).toEqual([
      expect.stringMatching(/^The file declares the encoding "[\w.: -]*", but/),
    ]);
  }
});

test("UTF-8 is noticed under any declaration", () => {
  for (const { text } of LANGUAGE_SAMPLES)
    for (const declared of ["iso-8859-1", "windows-1251", "shift_jis"]) {
      const decoded = readText(new TextEncoder().encode(text), declared);
      expect(decoded.text).toBe(text);
      expect(decoded.warnings).toEqual([expect.stringContaining("was read as utf-8")]);
    }
});

test("the alphabet is believed rather than a declared Latin-1", () => {
  for (const [language, encoding] of [
    ["Russian", "koi8-r"],
    ["Greek", "iso-8859-7"],
    ["Japanese", "shift_jis"],
  ]) {
    const text = LANGUAGE_SAMPLES.find((sample) => sample.language === language)?.text ?? "";
    expect(readText(encodeText(text, encoding ?? ""), "iso-8859-1").text).toBe(text);
  }
});

test("many words are believed rather than a declared Latin-1", () => {
  const polish =
    "Wszyscy ludzie rodzą się wolni i równi pod względem swej godności. Każdy człowiek posiada wszystkie prawa i wolności bez względu na różnice rasy, płci, języka, wyznania, poglądów i majątku.";
  expect(readText(encodeText(polish, "iso-8859-2"), "iso-8859-1").text).toBe(polish);
});

test("symbols in English are not taken for letters of another language", () => {
  for (const text of [
    "It’s a “test” — isn’t it…",
    "© 2004 Smith. All rights reserved.",
    "Price: 5 £ or 6 €.",
    "25 °C ± 2 µm",
    "x² + y³ = ½ × z",
    "• item one\n• item two",
  ])
    for (const times of [1, 50])
      expect(readText(encodeText(`${text}\n`.repeat(times), "windows-1252")).text).toBe(
        `${text}\n`.repeat(times),
      );
});

test("says how many characters could not be decoded", () => {
  const damaged = new Uint8Array([...new TextEncoder().encode("ü".repeat(50)), 0xff, 0x20, 0xff]);
  expect(readText(damaged).warnings).toEqual([expect.stringContaining("2 characters could not be decoded")]);
});

describe("files", () => {
  const japanese = LANGUAGE_SAMPLES.find(({ language }) => language === "Japanese")?.text ?? "";

  test("a short CSV file in Shift_JIS is read", async () => {
    const document = await parse("a.csv", encodeText("名前,年齢\n山田太郎,34\n鈴木花子,28\n", "shift_jis"));
    expect(document.text).toContain("名前,年齢\n山田太郎");
    expect(document.warnings).toEqual([expect.stringContaining("shift_jis")]);
  });

  test.each([
    '<meta charset="utf-16">',
    '<meta http-equiv="Content-Type" content="text/html; charset=none">',
    "<meta charset='utf-8&quot; \u00a9'>",
    '<meta charset="">',
    '<meta charset="shift_jis ">',
    '<meta content="text/html;charset= Shift_JIS">',
  ])("a page with %p is read", async (meta) => {
    const page = `<html><head>${meta}<title>x</title><style>p { color: red }</style></head><body><p>`;
    const bytes = new Uint8Array([
      ...new TextEncoder().encode(page).map((byte) => (byte > 127 ? 63 : byte)),
      ...encodeText(japanese, "shift_jis"),
    ]);
    expect((await parse("a.html", bytes)).text).toContain(japanese);
  });

  test("the charset of the media type, and of an XML declaration, is used", async () => {
    const bytes = encodeText("Ąžuolas", "iso-8859-13");
    expect((await parse("a.txt", bytes, "text/plain; charset=iso-8859-13")).text).toBe("Ąžuolas");
    const page = encodeText(
      '<?xml version="1.0" encoding="iso-8859-13"?><html><p>Ąžuolas</p></html>',
      "iso-8859-13",
    );
    expect((await parse("a.html", page)).text).toBe("Ąžuolas");
  });

  test("hostile bytes take little time", () => {
    const start = performance.now();
    for (const bytes of [
      new Uint8Array(5_000_000).fill(0xe9),
      new TextEncoder().encode(`${"<a ".repeat(2_000_000)}`).fill(0xe9, 5_999_999),
      Uint8Array.from({ length: 4_000_000 }, (_, at) => (at % 2 === 0 ? 0xe9 : 10)),
    ])
      readText(bytes);
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});
