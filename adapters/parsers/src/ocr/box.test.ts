import { expect, test } from "bun:test";
import { boxOrigin } from "./box.ts";
import { type GreyImage, rotated } from "./grey-image.ts";

/** The smallest box around the dark pixels. */
function darkBox({ pixels, width, height }: GreyImage) {
  let [left, top, right, bottom] = [width, height, 0, 0];
  pixels.forEach((value, at) => {
    if (value >= 128) return;
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, top, right, bottom] = [
      Math.min(left, x),
      Math.min(top, y),
      Math.max(right, x + 1),
      Math.max(bottom, y + 1),
    ];
  });
  return { left, top, width: right - left, height: bottom - top };
}

test.each([90, 180, 270, 5, -7])(
  "a box in an image that was rotated by %p degrees is found in the original",
  async (degrees) => {
    const word = { left: 40, top: 130, width: 60, height: 12 };
    const pixels = new Uint8Array(300 * 200).fill(255);
    for (let y = word.top; y < word.top + word.height; y += 1)
      pixels.fill(0, y * 300 + word.left, y * 300 + word.left + word.width);
    const image = { pixels, width: 300, height: 200 };
    const turned = await rotated(image, degrees);
    const found = boxOrigin(image, turned, degrees)(darkBox(turned));
    // The box around a skewed word is higher than the word, once there and once back.
    const slack = degrees % 90 === 0 ? 1 : 2 + 2 * Math.abs(Math.sin((degrees * Math.PI) / 180)) * word.width;
    expect(Math.abs(found.left + found.width / 2 - (word.left + word.width / 2))).toBeLessThanOrEqual(1.5);
    expect(Math.abs(found.top + found.height / 2 - (word.top + word.height / 2))).toBeLessThanOrEqual(1.5);
    expect(Math.abs(found.width - word.width)).toBeLessThanOrEqual(slack);
    expect(Math.abs(found.height - word.height)).toBeLessThanOrEqual(slack);
  },
);
