import type { ParsedDocument, ParseInput } from "@quarry/core";
import sharp from "sharp";
import { DocumentText } from "../document/document-text.ts";
import { collectPageWarnings } from "../document/page-warnings.ts";
import { parseError } from "../document/parse-error.ts";
import { type GreyImage, toGrey } from "../ocr/grey-image.ts";
import { readAhead } from "../ocr/read-ahead.ts";
import type { Recognizer } from "../ocr/recognizer.ts";
import { writeRecognized } from "../ocr/write-recognized.ts";

const TYPE_BY_FORMAT: Readonly<Record<string, string>> = {
  png: "image/png",
  jpeg: "image/jpeg",
  tiff: "image/tiff",
  webp: "image/webp",
  heif: "image/avif",
};

const MAX_PAGES = 2000;
const MAX_PIXELS = 100_000_000;
/** Larger images are scaled down to this size; their letters stay legible. */
const DOWNSCALE_ABOVE_PX = 4000;
/** Smaller images are doubled in size, because their letters have too few pixels. */
const UPSCALE_BELOW_PX = 1000;

/** Parses an image by recognizing the text on each of its pages. */
export async function parseImage(
  { bytes, onProgress }: ParseInput,
  recognizer: Recognizer,
): Promise<ParsedDocument> {
  if (recognizer.mode === "off")
    throw parseError(
      "The file is an image, and this service does not recognize text in images.",
      "Send its text, or set QUARRY_OCR=auto on the server.",
    );
  const { format, pages } = await inspect(bytes);
  const text = new DocumentText();
  const warnings = collectPageWarnings();
  const numbers = Array.from({ length: pages }, (_, at) => at + 1);
  let page = 1;
  const report = () => onProgress?.({ stage: "recognizing", pagesDone: page - 1, pagesTotal: pages });
  const readings = readAhead(numbers, recognizer.parallel, async (number) => {
    const { image, ...size } = await readPage(bytes, number - 1);
    const paragraphs = await recognizer.recognize(image, report);
    return { size, paragraphs, pixelSize: size.width / image.width };
  });
  for await (const { size, ...read } of readings) {
    const before = text.length;
    text.startPage(page, size);
    if (writeRecognized(read, text)) warnings.illegible(page);
    if (text.length === before) warnings.blank(page);
    page += 1;
    report();
  }
  return text.finish(TYPE_BY_FORMAT[format] ?? "image/png", { warnings: warnings.all() });
}

/** Reads the image's header. @throws QuarryError `invalid_request` if the image is damaged or too large. */
async function inspect(bytes: Uint8Array): Promise<{ format: string; pages: number }> {
  const {
    format,
    pages = 1,
    width,
    height,
  } = await open(bytes, 0)
    .metadata()
    .catch(() => {
      throw damagedError();
    });
  if (width * height > MAX_PIXELS)
    throw parseError(
      `The image has more than ${MAX_PIXELS / 1e6} million pixels.`,
      "Scale it down and send it again.",
    );
  if (pages > MAX_PAGES)
    throw parseError(
      `The image has ${pages} pages; the limit is ${MAX_PAGES}.`,
      "Split it into several files.",
    );
  return { format, pages };
}

function open(bytes: Uint8Array, page: number) {
  return sharp(bytes, { page, limitInputPixels: MAX_PIXELS, failOn: "error" });
}

/** Reads a page, upright and scaled so that its letters are legible. Returns its unscaled size, too. */
async function readPage(
  bytes: Uint8Array,
  page: number,
): Promise<{ readonly image: GreyImage; readonly width: number; readonly height: number }> {
  try {
    const { width, height } = (await open(bytes, page).metadata()).autoOrient;
    const longerSide = Math.max(width, height);
    const scale =
      longerSide > DOWNSCALE_ABOVE_PX
        ? DOWNSCALE_ABOVE_PX / longerSide
        : longerSide < UPSCALE_BELOW_PX
          ? 2
          : 1;
    const upright = open(bytes, page).autoOrient();
    const image = await toGrey(upright.resize({ width: Math.round(width * scale), fit: "inside" }));
    return { image, width, height };
  } catch {
    throw damagedError();
  }
}

function damagedError() {
  return parseError("The image is damaged and cannot be opened.", "Save it again as PNG and send that.");
}
