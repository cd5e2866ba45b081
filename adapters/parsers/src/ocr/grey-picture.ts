import sharp, { type Sharp } from "sharp";

/** A picture as it is worked on: a byte a pixel, from black to white, row by row. */
export interface GreyPicture {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Any picture in grey, on white where it is transparent. */
export async function toGrey(picture: Sharp): Promise<GreyPicture> {
  const { data, info } = await picture
    .flatten({ background: "white" })
    .greyscale()
    .toColourspace("b-w")
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}

/** A grey picture to be changed. */
export function fromGrey({ pixels, width, height }: GreyPicture): Sharp {
  return sharp(pixels, { raw: { width, height, channels: 1 } });
}

/** A picture turned clockwise; what comes in at the corners is white. */
export function rotated(picture: GreyPicture, degrees: number): Promise<GreyPicture> {
  return toGrey(fromGrey(picture).rotate(degrees, { background: "white" }));
}

/** A file that every reader of pictures knows and that costs nothing to make (PGM, netpbm.sourceforge.net). */
export function toPgm({ pixels, width, height }: GreyPicture): Buffer {
  return Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`), pixels]);
}
