import { describe, expect, test } from "bun:test";
import { join, resolve } from "node:path";
import ts from "typescript";
import { reading as ar } from "../../packages/dashboard/src/text/ar/reading.ts";
import { reading as de } from "../../packages/dashboard/src/text/de/reading.ts";
import { createReadingText } from "../../packages/dashboard/src/text/reading-text.ts";
import { reading as zh } from "../../packages/dashboard/src/text/zh/reading.ts";

// The dashboard translates what the server says about files, sentence by sentence.

const ROOT = resolve(import.meta.dir, "../..");
/** Tests, and texts of documents. */
const OTHER_FILES = /\.test\.ts$|\.fixture\.ts$/;
/** Sentences of defects, which only logs show, and of a call that was refused. */
const OTHER_SENTENCES = [
  "A document to write has no row.",
  "A document of the upsert has no outcome.",
  "A chunk has no id.",
  "A call of the group has no outcome.",
  "Invalid document: 12.",
];

/** Samples of values that are not chosen from texts in the source. */
const SAMPLE = "12";
/** Sentences with parts from elsewhere in the source, and what they are. */
const WITH_PARTS: Readonly<Record<string, readonly string[]>> = {
  "12 of the book could not be read.": ["1 chapter", "12 chapters"].map(
    (chapters) => `${chapters} of the book could not be read.`,
  ),
  "12 not read.": ["1 attachment was not read.", "12 attachments were not read."],
  "12 Stopped after 12 attempts; 12.": [
    "Stopped after 12 attempts; send the document again.",
    "Stopped after 12 attempts; set the space's chunking again.",
    "Stopped after 12 attempts; process it again.",
  ],
  "12 embedded document was left out.": ["1 embedded document was left out."],
  "The file is not valid JSON: 12 at line 12, column 12.": ['unexpected "}"', "the file ends too early"].map(
    (found) => `The file is not valid JSON: ${found} at line 12, column 12.`,
  ),
};

/** The sentences that readers of files and the ingestion of documents may say, with sample values. */
async function sentencesOfServer(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const folder of ["adapters/parsers/src", "server/src/ingest"])
    for (const name of new Bun.Glob("**/*.ts").scanSync(join(ROOT, folder))) {
      if (OTHER_FILES.test(name)) continue;
      const file = join(ROOT, folder, name);
      const source = ts.createSourceFile(file, await Bun.file(file).text(), ts.ScriptTarget.Latest, true);
      const visit = (node: ts.Node): void => {
        for (const text of textsOf(node))
          if (isSentence(text) && !OTHER_SENTENCES.includes(text))
            for (const sentence of text.split(/(?<=\.) (?=[A-Z])/))
              for (const whole of WITH_PARTS[sentence] ?? [sentence]) found.set(whole, name);
        ts.forEachChild(node, visit);
      };
      visit(source);
    }
  return found;
}

/** The texts that a literal may have: each choice in it, and samples of other values. */
function textsOf(node: ts.Node): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)];
  if (!ts.isTemplateExpression(node)) return [];
  return node.templateSpans.reduce(
    (starts, { expression, literal }) => {
      const values = textsOf(expression);
      return starts.flatMap((start) =>
        (values.length > 0 ? values : [SAMPLE]).map((value) => `${start}${value}${literal.text}`),
      );
    },
    [node.head.text],
  );
}

/** True for texts with several words and a full stop. */
function isSentence(text: string): boolean {
  return /^[\dA-Z].*[a-z].* .*\.$/s.test(text);
}

describe.each([
  ["German", "de", de],
  ["Chinese", "zh", zh],
  ["Arabic", "ar", ar],
] as const)("what the server says about files, in %s", (_name, language, table) => {
  const translate = createReadingText(table, language);

  test("has a translation for each sentence in its source", async () => {
    const sentences = await sentencesOfServer();
    expect(sentences.size).toBeGreaterThan(80);
    expect([...sentences].filter(([sentence]) => translate(sentence) === sentence)).toEqual([]);
  });

  test("keeps every value", () => {
    const namesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();
    for (const [sentence, translation] of Object.entries(table))
      expect([sentence, namesIn(translation)]).toEqual([sentence, namesIn(sentence)]);
  });
});

test("a message of several sentences is translated one by one, with its numbers", () => {
  const translate = createReadingText(de, "de");
  expect(
    translate(
      "The PDF is damaged and cannot be opened. Save it again, or print it to a new PDF, and send that.",
    ),
  ).toBe(
    "Das PDF ist beschädigt und lässt sich nicht öffnen. Speichern Sie es noch einmal, oder drucken Sie es in ein neues PDF, und senden Sie dieses.",
  );
  expect(translate("The PDF has 12 pages; the limit is 5. Split it into several files.")).toBe(
    "Das PDF hat 12 Seiten; die Grenze ist 5. Teilen Sie es in mehrere Dateien auf.",
  );
  expect(translate("No text could be read on page 1, 3, 7 and 2 more.")).toBe(
    "Kein Text war lesbar auf Seite 1, 3, 7 und 2 weiteren.",
  );
  expect(createReadingText(zh, "zh")("The file may be damaged. Save it again, or send its text.")).toBe(
    "该文件可能已损坏。请重新保存，或发送其中的文字。",
  );
});

test("a message within a message is translated, and names stay as they are", () => {
  const message =
    "a. b/The file.pdf was not read: The file is damaged and cannot be read as a Word document. Open it in the program that made it, save it again and send the new file.";
  expect(createReadingText(de, "de")(message)).toBe(
    "a. b/The file.pdf wurde nicht gelesen: Die Datei ist beschädigt und lässt sich nicht als Word-Dokument lesen. Öffnen Sie sie in dem Programm, das sie erzeugt hat, speichern Sie sie noch einmal und senden Sie die neue Datei.",
  );
  expect(createReadingText(ar, "ar")("a.md is in the archive more than once.")).toBe(
    "\u2068a.md\u2069 موجود في الأرشيف أكثر من مرة.",
  );
});

test("other sentences stay as they are, beside translated ones", () => {
  const translate = createReadingText(de, "de");
  expect(
    translate("The embedding provider is away. Stopped after 12 attempts; send the document again."),
  ).toBe("The embedding provider is away. Nach 12 Versuchen beendet; senden Sie das Dokument noch einmal.");
  expect(translate("No. Such. Words")).toBe("No. Such. Words");
  const inEnglish = "The file holds no text.  Send it.\nNow.";
  expect(createReadingText({}, "en")(inEnglish)).toBe(inEnglish);
});
