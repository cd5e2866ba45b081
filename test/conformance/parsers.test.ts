import { describe, expect, test } from "bun:test";
import { type ParserOptions, parserSuite } from "@quarry/conformance";
import { createParserRegistry } from "@quarry/parsers";
import { gzipSync, zipSync } from "fflate";
import { largeOpenSheet, largeWorkbook } from "../support/large-files/large-sheet.ts";
import { smallBook, smallOpenDocument, smallSlides, smallWord } from "../support/small-office.ts";
import { smallPdf } from "../support/small-pdf.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** A broken image: a PNG signature without an image. */
const NO_IMAGE = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 0]);
/** Bytes of no text encoding. */
const NO_TEXT = new Uint8Array([0, 1, 2, 3, 0, 255, 254, 0, 7, 0, 0]);

const FORMATS: Readonly<Record<string, ParserOptions>> = {
  "text/markdown": {
    samples: {
      "a handbook": {
        filename: "handbook.md",
        bytes: bytesOf(
          "# Handbook\n\nWelcome.\n\n## Leave\n\n- 30 days\n- paid\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
        ),
        contains: ["Handbook", "Welcome.", "Leave", "30 days", "1"],
        headings: ["Handbook", "Leave"],
      },
    },
  },
  "text/html": {
    samples: {
      "a page": {
        filename: "page.html",
        bytes: bytesOf(
          "<!doctype html><title>Tides</title><h1>Tides</h1><p>High &amp; low.</p><ul><li>Spring tide</ul>",
        ),
        contains: ["Tides", "High & low.", "Spring tide"],
        headings: ["Tides"],
      },
    },
  },
  "text/csv": {
    samples: {
      "a table": {
        filename: "prices.csv",
        bytes: bytesOf('name,price\npear,2\n"plum, red",3\n'),
        contains: ["pear", "plum, red"],
      },
    },
  },
  "application/json": {
    samples: {
      "an object": {
        filename: "config.json",
        bytes: bytesOf('{"name":"quarry","tags":["search","text"]}'),
        contains: ["quarry", "search", "text"],
      },
    },
  },
  "text/plain": {
    samples: {
      "a letter": {
        filename: "letter.txt",
        bytes: bytesOf("Dear Ada,\n\nThank you.\n"),
        contains: ["Ada", "Thank you."],
      },
    },
    broken: { "bytes that are not text": { filename: "letter.txt", bytes: NO_TEXT } },
  },
  "message/rfc822": {
    samples: {
      "a mail": {
        filename: "mail.eml",
        bytes: bytesOf(
          "From: ada@example.org\r\nTo: bob@example.org\r\nSubject: Lunch\r\nContent-Type: text/plain\r\n\r\nAt noon?\r\n",
        ),
        contains: ["At noon?"],
      },
    },
  },
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": {
    samples: {
      "a Word document": {
        filename: "tides.docx",
        bytes: smallWord("Tides", "High water."),
        contains: ["Tides", "High water."],
        headings: ["Tides"],
      },
    },
    broken: { "a torn archive": { filename: "tides.docx", bytes: bytesOf("PK\x03\x04torn") } },
  },
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": {
    samples: {
      "a presentation": {
        filename: "tides.pptx",
        bytes: smallSlides("Tides", "High water."),
        contains: ["Tides", "High water."],
        headings: ["Tides"],
      },
    },
    broken: { "a torn archive": { filename: "tides.pptx", bytes: bytesOf("PK\x03\x04torn") } },
  },
  "application/vnd.oasis.opendocument.text": {
    samples: {
      "an OpenDocument text": {
        filename: "tides.odt",
        bytes: smallOpenDocument("Tides", "High water."),
        contains: ["Tides", "High water."],
        headings: ["Tides"],
      },
    },
    broken: { "a torn archive": { filename: "tides.odt", bytes: bytesOf("PK\x03\x04torn") } },
  },
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": {
    samples: {
      "a workbook": {
        filename: "data.xlsx",
        bytes: largeWorkbook({ rows: 2, columns: 2 }),
        contains: ["column A", "column B"],
        headings: ["Data"],
      },
    },
    broken: { "a torn archive": { filename: "data.xlsx", bytes: bytesOf("PK\x03\x04torn") } },
  },
  "application/vnd.oasis.opendocument.spreadsheet": {
    samples: {
      "an OpenDocument spreadsheet": {
        filename: "data.ods",
        bytes: largeOpenSheet({ rows: 2, columns: 2 }),
        contains: ["column A", "column B"],
        headings: ["Data"],
      },
    },
    broken: { "a torn archive": { filename: "data.ods", bytes: bytesOf("PK\x03\x04torn") } },
  },
  "text/x-python": {
    samples: {
      "a program": {
        filename: "tide.py",
        bytes: bytesOf("class Tide:\n    def rise(self):\n        return 1\n"),
        contains: ["Tide", "return 1"],
        headings: ["Tide", "rise"],
      },
    },
  },
  "application/x-ipynb+json": {
    samples: {
      "a notebook": {
        filename: "tides.ipynb",
        bytes: bytesOf(
          JSON.stringify({
            cells: [
              { cell_type: "markdown", source: "# Tides" },
              { cell_type: "code", source: "rise()", outputs: [{ text: "2 m" }] },
            ],
          }),
        ),
        contains: ["Tides", "rise()", "2 m"],
        headings: ["Tides"],
      },
    },
    broken: { "a torn notebook": { filename: "tides.ipynb", bytes: bytesOf('{"cells": [') } },
  },
  "text/x-rst": {
    samples: {
      reStructuredText: {
        filename: "tides.rst",
        bytes: bytesOf("Tides\n=====\n\nHigh water.\n"),
        contains: ["Tides", "High water."],
        headings: ["Tides"],
      },
    },
  },
  "text/x-org": {
    samples: {
      "an Org file": {
        filename: "tides.org",
        bytes: bytesOf("* Tides\nHigh water.\n"),
        contains: ["Tides", "High water."],
        headings: ["Tides"],
      },
    },
  },
  "text/x-asciidoc": {
    samples: {
      "an AsciiDoc file": {
        filename: "tides.adoc",
        bytes: bytesOf("= Tides\n\nHigh water.\n"),
        contains: ["Tides", "High water."],
        headings: ["Tides"],
      },
    },
  },
  "text/x-tex": {
    samples: {
      "a TeX file": {
        filename: "tides.tex",
        bytes: bytesOf("\\section{Tides}\nHigh \\emph{water}.\n"),
        contains: ["Tides", "High water."],
        headings: ["Tides"],
      },
    },
  },
  "application/x-subrip": {
    samples: {
      subtitles: {
        filename: "film.srt",
        bytes: bytesOf("1\n00:00:01,000 --> 00:00:02,000\nHigh water.\n"),
        contains: ["00:00:01", "High water."],
      },
    },
    broken: { "a file without times": { filename: "film.srt", bytes: bytesOf("High water.") } },
  },
  "image/svg+xml": {
    samples: {
      "a drawing": {
        filename: "tides.svg",
        bytes: bytesOf('<svg xmlns="http://www.w3.org/2000/svg"><text>High water.</text></svg>'),
        contains: ["High water."],
      },
    },
    broken: { "a drawing without text": { filename: "tides.svg", bytes: bytesOf("<svg><g/></svg>") } },
  },
  "application/mbox": {
    samples: {
      "a mailbox": {
        filename: "box.mbox",
        bytes: bytesOf(
          "From ada@example.org Mon Nov 23 12:00:00 2026\nSubject: Tides\n\nHigh water.\n\nFrom bob@example.org Mon Nov 23 12:01:00 2026\nSubject: Moon\n\nNew moon.\n",
        ),
        contains: ["Tides", "High water.", "Moon", "New moon."],
        headings: ["Tides", "Moon"],
      },
    },
    broken: { "a file without mails": { filename: "box.mbox", bytes: bytesOf("High water.") } },
  },
  "application/zip": {
    samples: {
      "an archive": {
        filename: "tides.zip",
        bytes: zipSync({ "sea/tides.md": bytesOf("# Tides\n\nHigh water.") }),
        contains: ["sea/tides.md", "High water."],
        headings: ["sea/tides.md", "Tides"],
      },
    },
    broken: { "a torn archive": { filename: "tides.zip", bytes: bytesOf("PK\x03\x04torn") } },
  },
  "application/gzip": {
    samples: {
      "a compressed file": {
        filename: "tides.md.gz",
        bytes: gzipSync(bytesOf("# Tides\n\nHigh water.")),
        contains: ["tides.md", "High water."],
        headings: ["tides.md", "Tides"],
      },
    },
    broken: { "a torn file": { filename: "tides.gz", bytes: bytesOf("\x1f\x8b\x08torn") } },
  },
  "application/epub+zip": {
    samples: {
      "a book": {
        filename: "tides.epub",
        bytes: smallBook("Tides", "High water."),
        contains: ["Tides", "High water."],
        headings: ["Tides"],
      },
    },
    broken: { "a torn archive": { filename: "tides.epub", bytes: bytesOf("PK\x03\x04torn") } },
  },
  "application/rtf": {
    samples: {
      "a rich text": {
        filename: "tides.rtf",
        bytes: bytesOf("{\\rtf1\\ansi\\pard\\outlinelevel0 Tides\\par\\pard High water.\\par}"),
        contains: ["Tides", "High water."],
        headings: ["Tides"],
      },
    },
    broken: { "a file without text": { filename: "tides.rtf", bytes: bytesOf("{\\rtf1{\\pict 00}}") } },
  },
  "application/pdf": {
    samples: {
      "two pages": {
        filename: "report.pdf",
        bytes: smallPdf(["The first page", "The second page"]),
        contains: ["The first page", "The second page"],
      },
    },
    broken: { "a PDF without pages": { filename: "report.pdf", bytes: bytesOf("%PDF-1.4\nnothing\n%%EOF") } },
  },
  "image/png": {
    samples: {},
    broken: { "an image without content": { filename: "scan.png", bytes: NO_IMAGE } },
  },
};

const registry = createParserRegistry();

for (const [mimeType, options] of Object.entries(FORMATS))
  describe(`${mimeType} by the registry`, () =>
    parserSuite(
      { describe, test, expect },
      // The registry detects types by content; damaged copies may be detected as another type, e.g. plain text.
      async () => ({
        mimeTypes: [mimeType],
        parse: (input) => registry.parse({ ...input, declaredMimeType: mimeType }),
      }),
      options,
    ));
