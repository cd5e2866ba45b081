import { expect, test } from "bun:test";
import sharp from "sharp";
import { parse, parseErrorMessage } from "../parsing.fixture.ts";

const picture = () =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="200"><rect width="100%" height="100%" fill="white"/><text x="60" y="120" font-size="44" font-family="DejaVu Sans, Arial, sans-serif">The lighthouse keeper</text></svg>`,
    ),
  );

test.each([
  ["image/webp", () => picture().webp().toBuffer()],
  ["image/avif", () => picture().avif().toBuffer()],
] as const)(
  "%s is recognised by its bytes, and its text is read",
  async (mimeType, encode) => {
    const document = await parse("picture.bin", await encode());
    expect(document.mimeType).toBe(mimeType);
    expect(document.text).toContain("lighthouse keeper");
  },
  60_000,
);

test.each(["heic", "heix", "mif1", "msf1"])("HEIC (%s) is refused by name", async (brand) => {
  const bytes = Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0${brand}`, "latin1");
  expect(await parseErrorMessage(parse("photo.heic", bytes))).toContain("Save it as JPEG or PNG");
});

test("a damaged AVIF picture is refused", async () => {
  const bytes = Buffer.from("\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf\0\0", "latin1");
  expect(await parseErrorMessage(parse("photo.avif", bytes))).toContain("damaged");
});
