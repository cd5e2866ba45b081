import { PDFParse } from "pdf-parse";
import sharp from "sharp";

const POINTS_PER_INCH = 72;
/** Rotation of a page, as on a real scanner. */
const SKEW_DEGREES = 0.6;

async function draw(pdf: Uint8Array, dpi: number) {
  const parser = new PDFParse({ data: pdf, verbosity: 0 });
  try {
    const { pages } = await parser.getScreenshot({ scale: dpi / POINTS_PER_INCH, imageDataUrl: false });
    return await Promise.all(pages.map(({ data }) => scanned(data)));
  } finally {
    await parser.destroy();
  }
}

async function scanned(picture: Uint8Array) {
  const { data, info } = await sharp(picture)
    .grayscale()
    .rotate(SKEW_DEGREES, { background: "white" })
    .toColourspace("b-w")
    .jpeg({ quality: 70 })
    .toBuffer({ resolveWithObject: true });
  return { jpeg: data.toString("base64"), width: info.width, height: info.height };
}

const pdf = await Bun.stdin.bytes();
process.stdout.write(JSON.stringify(await draw(pdf, Number(process.argv[2]))));
