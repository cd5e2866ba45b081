import sharp, { type Sharp } from "sharp";

/** A greyscale image: one byte per pixel from black (0) to white (255), row by row. */
export interface GreyImage {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Converts an image to greyscale. Transparent areas become white. */
export async function toGrey(image: Sharp): Promise<GreyImage> {
  const { data, info } = await image
    .flatten({ background: "white" })
    .greyscale()
    .toColourspace("b-w")
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}

/** Opens a greyscale image for further processing. */
export function fromGrey({ pixels, width, height }: GreyImage): Sharp {
  return sharp(pixels, { raw: { width, height, channels: 1 } });
}

/** Rotates an image clockwise. The corners become white. */
export function rotated(image: GreyImage, degrees: number): Promise<GreyImage> {
  return toGrey(fromGrey(image).rotate(degrees, { background: "white" }));
}
