import { expect, test } from "bun:test";
import { parse } from "../parsing.fixture.ts";
import { encodeText } from "../text/encode-text.fixture.ts";

const HEAD =
  "From: Ada <ada@example.org>\r\nTo: bob@example.org\r\nSubject: Grüße für alle\r\nMIME-Version: 1.0\r\n";
const TEXT = "Treffen wir uns um zwölf im Café? Schöne Straßen überall in Köln.";
const typed = (type: string) => `${HEAD}Content-Type: ${type}\r\n\r\n${TEXT}\r\n`;

function utf16(text: string, isBig = false): Uint8Array {
  const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
  return isBig ? bytes.swap16() : bytes;
}

const latin1 = (text: string) => encodeText(text, "windows-1252");
const utf8 = (text: string) => new TextEncoder().encode(text);

test.each([
  ["UTF-16", utf16(typed("text/plain; charset=utf-16")), 0],
  ["UTF-16, big endian", utf16(typed('text/plain; charset="unicode"'), true), 0],
  ["UTF-16 without a type", utf16(`${HEAD}\r\n${TEXT}`), 0],
  ["UTF-8", utf8(typed("text/plain; charset=utf-8")), 0],
  ["Latin-1 declared as UTF-8", latin1(typed("text/plain; charset=utf-8")), 1],
  ["UTF-8 declared as Latin-1", utf8(typed("text/plain; charset=iso-8859-1")), 1],
  ["Latin-1 without a declaration", latin1(`${HEAD}\r\n${TEXT}`), 1],
  ["Latin-1 with an unknown declaration", latin1(typed("text/plain; charset=nonsense")), 1],
  ["a page without a declaration", latin1(typed("text/html").replace(TEXT, `<p>${TEXT}</p>`)), 1],
])("a mail in %s is read", async (_name, bytes, warnings) => {
  const document = await parse("a.eml", bytes);
  expect(document.title).toBe("Grüße für alle");
  expect(document.text).toContain(TEXT);
  expect(document.text).toContain("From: Ada <ada@example.org>");
  expect(document.warnings ?? []).toHaveLength(warnings);
});

test("an encoded part of a UTF-16 mail keeps its own encoding", async () => {
  const part = "Content-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable";
  const document = await parse("a.eml", utf16(`${HEAD}${part}\r\n\r\nGr=FC=DFe aus K=F6ln\r\n`));
  expect(document.text).toContain("Grüße aus Köln");
});

test("quoted-printable text with a wrong declaration is read", async () => {
  const part = "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable";
  const document = await parse(
    "a.eml",
    latin1(`${HEAD}${part}\r\n\r\nGr=FC=DFe aus K=F6ln, sch=F6ne Stra=DFen\r\n`),
  );
  expect(document.text).toContain("Grüße aus Köln, schöne Straßen");
});
