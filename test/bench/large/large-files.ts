import { join } from "node:path";
import { largeCsv, largeOpenSheet, largeWorkbook } from "../../support/large-files/large-sheet.ts";
import { largeText } from "../../support/large-files/large-text.ts";
import { words } from "../../support/large-files/words.ts";
import { writePdf } from "../../support/write-pdf.ts";

/** How large the files are. */
export interface LargeSizes {
  readonly rows: number;
  readonly columns: number;
  readonly textBytes: number;
  readonly pages: number;
}

/** A large file, and a question whose answer is near its end. */
export interface LargeFile {
  readonly filename: string;
  readonly path: string;
  readonly question: string;
  /** A text that only the answer holds. */
  readonly answer: string;
}

const LAST_LINE = "The lighthouse keeper Ysolde counts forty cormorants.";
const LINES_PER_PAGE = 40;
const WORDS_PER_LINE = 10;

/** Writes the files to a folder. */
export async function writeLargeFiles(
  folder: string,
  { rows, columns, textBytes, pages }: LargeSizes,
): Promise<LargeFile[]> {
  const size = { rows, columns };
  // The last row's text of its own.
  const cell = `c${(rows - 1) * columns + 2}`;
  const inTable = { question: `Which row holds ${cell}?`, answer: cell };
  const files: LargeFile[] = [];
  const add = async (file: Omit<LargeFile, "path">, pieces: Iterable<Uint8Array>) => {
    const path = join(folder, file.filename);
    const sink = Bun.file(path).writer();
    for (const piece of pieces) {
      sink.write(piece);
      await sink.flush();
    }
    await sink.end();
    files.push({ ...file, path });
  };
  await add({ filename: "cells.xlsx", ...inTable }, [largeWorkbook(size)]);
  await add({ filename: "cells.ods", ...inTable }, [largeOpenSheet(size)]);
  await add({ filename: "cells.csv", ...inTable }, [largeCsv(size)]);
  const inText = { question: "How many cormorants does Ysolde count?", answer: "Ysolde" };
  await add({ filename: "long.txt", ...inText }, withEnd(largeText(textBytes), `${LAST_LINE}\n`));
  await add({ filename: "pages.pdf", ...inText }, [writePdf(pdfPages(pages))]);
  return files;
}

function* withEnd(pieces: Iterable<Uint8Array>, end: string): Generator<Uint8Array> {
  yield* pieces;
  yield Buffer.from(end);
}

function pdfPages(count: number) {
  const source = words(3);
  // The font of the page has ASCII only.
  const plain = () => source.next().value.replace(/[^a-z]/g, "e");
  const line = () => Array.from({ length: WORDS_PER_LINE }, plain).join(" ");
  return Array.from({ length: count }, (_, at) => ({
    heading: `Sheet s${at + 1}`,
    lines: [...Array.from({ length: LINES_PER_PAGE }, line), ...(at === count - 1 ? [LAST_LINE] : [])],
  }));
}
