import { gzipSync, strToU8, unzipSync, zipSync } from "fflate";
import sharp, { type Sharp } from "sharp";
import { docOf, smallPpt, smallXls } from "../../adapters/parsers/src/compound/compound-files.fixture.ts";
import { msgOf } from "../../adapters/parsers/src/compound/outlook-mail.fixture.ts";
import { FILE_SAMPLES, type FileSample, SAMPLE_DATE } from "../properties/file-samples.ts";
import { largeOpenSheet, largeWorkbook } from "../support/large-files/large-sheet.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { smallBook } from "../support/small-office.ts";
import { smallTar } from "../support/small-tar.ts";
import { writePdf } from "../support/write-pdf.ts";
import { mutate } from "./mutate.ts";

/** A file that may be broken. */
export interface BrokenFile {
  /** `docx:1:17`: the kind, the seed and the number. It names the file for ever. */
  readonly name: string;
  readonly filename: string;
  readonly bytes: Uint8Array;
}

const asIs = (source: Uint8Array) => source;

/** Samples of all kinds of files, by kind. */
export async function fuzzSamples(): Promise<ReadonlyMap<string, readonly FileSample[]>> {
  const size = { rows: 12, columns: 7 };
  const archive = smallTar({ "sea/tides.md": "# Tides\n\nHigh water.", "notes.txt": "The sea." });
  const all: FileSample[] = [
    ...FILE_SAMPLES,
    unpacked("large.xlsx", largeWorkbook(size), "xl/worksheets/sheet1.xml"),
    unpacked("large.xlsx", largeWorkbook(size), "xl/sharedStrings.xml"),
    unpacked("large.ods", largeOpenSheet(size), "content.xml"),
    unpacked("book.epub", smallBook("Tides", "High water."), "a.xhtml"),
    unpacked("book.epub", smallBook("Tides", "High water."), "book.opf"),
    unpacked("talk.odp", presentation(), "content.xml"),
    {
      filename: "pages.pdf",
      source: writePdf([
        { heading: "Tides", lines: ["High water at noon.", "Low water at six."] },
        { heading: "Winds", lines: ["A breeze from the west."] },
      ]),
      pack: asIs,
    },
    { filename: "sign.png", source: await picture().png().toBuffer(), pack: asIs },
    { filename: "old.doc", source: docOf("High water at noon."), pack: asIs },
    { filename: "old.xls", source: smallXls(), pack: asIs },
    { filename: "old.ppt", source: smallPpt(), pack: asIs },
    {
      filename: "old.msg",
      source: msgOf({ "0037": "Tides", "1000": "High water. ".repeat(600) }),
      pack: asIs,
    },
    { filename: "sign.avif", source: await picture().avif().toBuffer(), pack: asIs },
    { filename: "tides.tar", source: archive, pack: asIs },
    { filename: "tides.gz", source: archive, pack: (changed) => gzipSync(changed, { mtime: 0 }) },
  ];
  return Map.groupBy(all, ({ filename }) => filename.replace(/^.*\./, ""));
}

/** A sample of an archive; the entry `main` is what changes before it is packed. */
function unpacked(filename: string, archive: Uint8Array, main: string): FileSample {
  const { [main]: source = new Uint8Array(), ...others } = unzipSync(archive);
  return {
    filename,
    source,
    pack: (changed) => zipSync({ ...others, [main]: changed }, { mtime: SAMPLE_DATE }),
  };
}

function presentation(): Uint8Array {
  const oasis = "urn:oasis:names:tc:opendocument:xmlns";
  return zipSync({
    mimetype: strToU8("application/vnd.oasis.opendocument.presentation"),
    "content.xml": strToU8(
      `<office:document-content xmlns:office="${oasis}:office:1.0" xmlns:draw="${oasis}:drawing:1.0" xmlns:text="${oasis}:text:1.0"><office:body><office:presentation><draw:page draw:name="1"><draw:frame><draw:text-box><text:p>High water</text:p></draw:text-box></draw:frame></draw:page></office:presentation></office:body></office:document-content>`,
    ),
  });
}

/** Returns one file: a sample that is changed before or after it is packed. */
export function brokenFile(
  samples: readonly FileSample[],
  kind: string,
  seed: number,
  number: number,
): BrokenFile {
  const random = seededRandom(hash(`${kind}:${seed}:${number}`));
  const { filename, source, pack } = samples[Math.floor(random() * samples.length)] as FileSample;
  const bytes = random() < 0.5 ? pack(mutate(source, random)) : mutate(pack(source), random);
  return { name: `${kind}:${seed}:${number}`, filename, bytes };
}

/** FNV-1a: a number for a text. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ character.charCodeAt(0), 0x01000193) >>> 0;
  return value;
}

function picture(): Sharp {
  const svg = `<svg width="240" height="60"><rect width="240" height="60" fill="white"/><text x="10" y="40" font-size="30">NO ENTRY</text></svg>`;
  return sharp(Buffer.from(svg));
}
