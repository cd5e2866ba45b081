import type { GreyImage } from "./grey-image.ts";

/** Encodes an image as PGM (netpbm.sourceforge.net), which needs no compression. */
export function toPgm({ pixels, width, height }: GreyImage): Buffer {
  return Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`), pixels]);
}
