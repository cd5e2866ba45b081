import { strToU8, zipSync } from "fflate";
import { smallPdf } from "../support/small-pdf.ts";

/** A small file of one format. Its source can be changed before it is packed, so that the file stays readable. */
export interface FileSample {
  readonly filename: string;
  readonly source: Uint8Array;
  /** Makes the file of its source. */
  pack(source: Uint8Array): Uint8Array;
}

/** Archives hold the date of their files; the same bytes need the same date. */
export const SAMPLE_DATE = new Date(2026, 10, 23);

const asIs = (source: Uint8Array) => source;

function plain(filename: string, source: string): FileSample {
  return { filename, source: strToU8(source), pack: asIs };
}

/** A ZIP archive; `main` is the entry whose content can be changed. */
function zipped(
  filename: string,
  main: string,
  source: string,
  others: Readonly<Record<string, string>>,
): FileSample {
  const rest = Object.fromEntries(Object.entries(others).map(([name, text]) => [name, strToU8(text)]));
  return {
    filename,
    source: strToU8(source),
    pack: (changed) => zipSync({ ...rest, [main]: changed }, { mtime: SAMPLE_DATE }),
  };
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const SLIDE = "http://schemas.openxmlformats.org/presentationml/2006/main";
const DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main";
const RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const ODF = "urn:oasis:names:tc:opendocument:xmlns";

const contentTypes = `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/></Types>`;
const relations = (kind: string, target: string) =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${RELATION}/${kind}" Target="${target}"/></Relationships>`;

/** One small file of each format that has text without OCR. */
export const FILE_SAMPLES: readonly FileSample[] = [
  plain("note.txt", "The first paragraph.\n\nThe second one, with naïve façades and 東京 😀.\n"),
  plain(
    "note.md",
    "---\ntitle: Tides\n---\n# High water\n\nText.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\ncode\n```\n",
  ),
  plain(
    "page.html",
    "<!doctype html><title>Tides</title><h1>High &amp; low</h1><p>Water&nbsp;&#x1F600;<table><tr><th>a<th>b<tr><td>1<td>2</table>",
  ),
  plain("table.csv", 'name,price\npear,2\n"plum, red",3\n'),
  plain("table.tsv", "name\tprice\npear\t2\n"),
  plain(
    "tide.py",
    "# Water.\nclass Tide:\n    def rise(self):\n        return 1\n\ndef main():\n    Tide()\n",
  ),
  plain("tide.ts", "export class Tide {\n  rise(metres: number) {\n    return metres;\n  }\n}\n"),
  plain("tides.rst", "Tides\n=====\n\nHigh water::\n\n    code\n\n- one\n- two\n"),
  plain(
    "tides.org",
    "#+TITLE: Tides\n* TODO High :sea:\n#+BEGIN_SRC sh\ncode\n#+END_SRC\n- one\n| a | b |\n",
  ),
  plain("tides.adoc", "= Tides\n\nHigh water.\n\n----\ncode\n----\n\n|===\n| a\n|===\n"),
  plain(
    "tides.tex",
    '\\title{Tides}\\begin{document}\n\\section{High}\nSch\\"one \\emph{water} $a^2$.\n\\begin{verbatim}\ncode\n\\end{verbatim}\n\\end{document}\n',
  ),
  plain(
    "film.srt",
    "1\n00:00:01,000 --> 00:00:02,000\n<i>High</i> water.\n\n2\n00:01:00,000 --> 00:01:02,000\nThe end.\n",
  ),
  plain("film.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ada>High water.\n"),
  plain(
    "tides.ipynb",
    '{"cells": [{"cell_type": "markdown", "source": ["# Tides\\n"]}, {"cell_type": "code", "source": "rise()", "outputs": [{"text": ["2 m"]}]}]}',
  ),
  plain(
    "tides.svg",
    '<svg xmlns="http://www.w3.org/2000/svg"><title>Tides</title><text>High <tspan>water</tspan></text></svg>',
  ),
  plain(
    "box.mbox",
    "From ada@example.org Mon Nov 23 12:00:00 2026\nSubject: Tides\n\nHigh water.\n\nFrom bob@example.org Mon Nov 23 12:01:00 2026\nSubject: Moon\n\nNew moon.\n",
  ),
  zipped("tides.zip", "sea/tides.md", "# Tides\n\nHigh water.\n", { "notes.txt": "The sea." }),
  plain(
    "data.json",
    `{"name": "quarry", "tags": ["search", "te\\u0078t", "\\ud83d\\ude00"], "long": "${"A long string. ".repeat(20)}"}`,
  ),
  plain(
    "letter.eml",
    "From: =?utf-8?Q?Ad=C3=A4?= <ada@example.org>\r\nTo: bob@example.org\r\nSubject: Lunch =?utf-8?B?8J+YgA==?=\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nAt noon=20caf=C3=A9?\r\n",
  ),
  plain(
    "letter.rtf",
    "{\\rtf1\\ansi\\ansicpg1252{\\info{\\title Tides}}\\pard\\b High water\\b0\\par The caf\\'e9 of \\u26481?\\u20140? and \\u-10179?\\u-8704?.\\par\n}",
  ),
  {
    filename: "report.pdf",
    source: smallPdf(["The first page \\050one\\051", "The second page"]),
    pack: asIs,
  },
  zipped(
    "report.docx",
    "word/document.xml",
    `${XML}<w:document xmlns:w="${WORD}"><w:body><w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>High water</w:t></w:r></w:p><w:p><w:r><w:t>Text &#x1F600; and more.</w:t></w:r></w:p><w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc></w:tr></w:tbl></w:body></w:document>`,
    { "[Content_Types].xml": contentTypes, "_rels/.rels": relations("officeDocument", "word/document.xml") },
  ),
  zipped(
    "prices.xlsx",
    "xl/worksheets/sheet1.xml",
    `${XML}<worksheet xmlns="${SHEET}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>name</t></is></c><c r="B1" t="inlineStr"><is><t>price</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>pear &#x1F600;</t></is></c><c r="B2"><v>2</v></c></row></sheetData></worksheet>`,
    {
      "[Content_Types].xml": contentTypes,
      "_rels/.rels": relations("officeDocument", "xl/workbook.xml"),
      "xl/workbook.xml": `${XML}<workbook xmlns="${SHEET}" xmlns:r="${RELATION}"><sheets><sheet name="Prices" sheetId="1" r:id="r1"/></sheets></workbook>`,
      "xl/_rels/workbook.xml.rels": relations("worksheet", "worksheets/sheet1.xml"),
    },
  ),
  zipped(
    "talk.pptx",
    "ppt/slides/slide1.xml",
    `${XML}<p:sld xmlns:p="${SLIDE}" xmlns:a="${DRAWING}"><p:cSld><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>High water &#x1F600;</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>`,
    {
      "[Content_Types].xml": contentTypes,
      "_rels/.rels": relations("officeDocument", "ppt/presentation.xml"),
      "ppt/presentation.xml": `${XML}<p:presentation xmlns:p="${SLIDE}" xmlns:r="${RELATION}"><p:sldIdLst><p:sldId id="256" r:id="r1"/></p:sldIdLst></p:presentation>`,
      "ppt/_rels/presentation.xml.rels": relations("slide", "slides/slide1.xml"),
    },
  ),
  zipped(
    "report.odt",
    "content.xml",
    `${XML}<office:document-content xmlns:office="${ODF}:office:1.0" xmlns:text="${ODF}:text:1.0"><office:body><office:text><text:h text:outline-level="1">High water</text:h><text:p>Text &#x1F600; and more.</text:p></office:text></office:body></office:document-content>`,
    { mimetype: "application/vnd.oasis.opendocument.text" },
  ),
];
