import type { ParsedDocument, ParseInput } from "@quarry/core";
import sharp from "sharp";
import { DocumentText } from "./document-text.ts";
import { type GreyPicture, toGrey } from "./ocr/grey-picture.ts";
import type { Recognizer } from "./ocr/recognizer.ts";
import { writeRecognized } from "./ocr/write-recognized.ts";
import { warningsOfPages } from "./page-warnings.ts";
import { refusal } from "./refusal.ts";

const TYPE_BY_FORMAT: Readonly<Record<string, string>> = {
  png: "image/png",
  jpeg: "image/jpeg",
  tiff: "image/tiff",
  webp: "image/webp",
};

const MAX_PAGES = 2000;
const MAX_PIXELS = 100_000_000;
/** Letters of a picture that is larger than this are large enough when it is made smaller. */
const LARGE_PX = 4000;
/** Letters of a small picture have too few pixels to be told apart. */
const SMALL_PX = 1000;

/** Reads the text in a picture, of every page where there are several. */
export async function parseImage(
  { bytes, onProgress }: ParseInput,
  recognizer: Recognizer,
): Promise<ParsedDocument> {
  const {
    format,
    pages = 1,
    width,
    height,
  } = await open(bytes, 0)
    .metadata()
    .catch(() => {
      throw damaged();
    });
  if (width * height > MAX_PIXELS) throw tooLarge();
  if (pages > MAX_PAGES)
    throw refusal(
      `The picture has ${pages} pages; the limit is ${MAX_PAGES}.`,
      "Split it into several files.",
    );
  const text = new DocumentText();
  const warnings = warningsOfPages();
  for (let page = 1; page <= pages; page += 1) {
    const onAttempt = () => onProgress?.({ stage: "recognizing", pagesDone: page - 1, pagesTotal: pages });
    const before = text.length;
    text.place = { page };
    writeRecognized(await recognizer.recognize(await picture(bytes, page - 1), onAttempt), text);
    if (text.length === before) warnings.blank(page);
  }
  return text.finish(TYPE_BY_FORMAT[format] ?? "image/png", { warnings: warnings.all() });
}

function open(bytes: Uint8Array, page: number) {
  return sharp(bytes, { page, limitInputPixels: MAX_PIXELS, failOn: "error" });
}

/** One page upright and of a size at which letters can be read. */
async function picture(bytes: Uint8Array, page: number): Promise<GreyPicture> {
  try {
    const { width, height } = await open(bytes, page).metadata();
    const longer = Math.max(width, height);
    const scale = longer > LARGE_PX ? LARGE_PX / longer : longer < SMALL_PX ? 2 : 1;
    return await toGrey(
      open(bytes, page)
        .autoOrient()
        .resize({ width: Math.round(width * scale), fit: "inside" }),
    );
  } catch {
    throw damaged();
  }
}

function damaged() {
  return refusal("The picture is damaged and cannot be opened.", "Save it anew as PNG and send that.");
}

function tooLarge() {
  return refusal(
    `The picture has more than ${MAX_PIXELS / 1e6} million pixels.`,
    "Send it in a smaller size.",
  );
}
