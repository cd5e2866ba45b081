import { archiveFormat } from "./archive/archive-format.ts";
import { compoundFormat } from "./compound/compound-format.ts";
import { csvFormat } from "./csv/csv-format.ts";
import type { FileFormat } from "./detection/file-format.ts";
import { epubFormat } from "./epub/epub-format.ts";
import { htmlFormat } from "./html/html-format.ts";
import { imageFormat } from "./image/image-format.ts";
import { jsonFormat } from "./json/json-format.ts";
import { emailFormat } from "./mail/email-format.ts";
import { markdownFormat } from "./markdown/markdown-format.ts";
import { markupFormat } from "./markup/markup-format.ts";
import { notebookFormat } from "./notebook/notebook-format.ts";
import { officeFormat } from "./office/office-format.ts";
import { openDocumentSheetsFormat } from "./opendocument/sheets-format.ts";
import { openDocumentTextFormat } from "./opendocument/text-format.ts";
import { pdfFormat } from "./pdf/pdf-format.ts";
import { textFormat } from "./plain-text/text-format.ts";
import { rtfFormat } from "./rtf/rtf-format.ts";
import { sheetsFormat } from "./sheets/sheets-format.ts";
import { slidesFormat } from "./slides/slides-format.ts";
import { codeFormat } from "./source-code/code-format.ts";
import { subtitleFormat } from "./subtitles/subtitle-format.ts";
import { svgFormat } from "./svg/svg-format.ts";
import { texFormat } from "./tex/tex-format.ts";
import { wordFormat } from "./word/word-format.ts";

/** Every supported format. A new one is one folder and one line here. */
export const FILE_FORMATS: readonly FileFormat[] = [
  textFormat,
  markdownFormat,
  htmlFormat,
  csvFormat,
  jsonFormat,
  emailFormat,
  officeFormat,
  wordFormat,
  slidesFormat,
  sheetsFormat,
  openDocumentTextFormat,
  openDocumentSheetsFormat,
  epubFormat,
  rtfFormat,
  pdfFormat,
  archiveFormat,
  compoundFormat,
  imageFormat,
  svgFormat,
  codeFormat,
  notebookFormat,
  markupFormat,
  texFormat,
  subtitleFormat,
];
