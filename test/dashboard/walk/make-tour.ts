import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import sharp from "sharp";
import { TOUR } from "./tour.ts";

/**
 * Makes the pictures of the tour in the guide from the walk, which uses made-up papers:
 *
 *     bun run tour
 */
const ROOT = resolve(import.meta.dir, "../../..");
const TARGET = join(ROOT, "docs/guide/pictures");
const BYTES_MAX = 60_000;
const FORMS = [
  { nearLossless: true, quality: 60 },
  { nearLossless: true, quality: 20 },
  { quality: 70 },
  { quality: 50 },
] as const;

const taken = await mkdtemp(join(tmpdir(), "quarry-tour-"));
try {
  await walk(taken);
  for (const name of TOUR) {
    const picture = await compressed(join(taken, `${name}-light.png`));
    await Bun.write(join(TARGET, `tour-${name}.webp`), picture);
    console.log(`tour-${name}.webp: ${picture.byteLength} bytes`);
  }
} finally {
  await rm(taken, { recursive: true, force: true });
}

async function walk(pictures: string): Promise<void> {
  const command = [process.execPath, "test", "--timeout", "180000", "test/dashboard/walk/walk.test.ts"];
  const child = Bun.spawn([...command, "-t", "on the embedded database"], {
    ...{ cwd: ROOT, stdout: "inherit", stderr: "inherit" },
    env: { ...process.env, QUARRY_TEST_PICTURES: pictures },
  });
  if ((await child.exited) !== 0) throw new Error("The walk failed, so no picture was changed.");
}

/** The picture in the best quality that fits. */
async function compressed(file: string): Promise<Uint8Array> {
  for (const form of FORMS) {
    const bytes = await sharp(file)
      .webp({ ...form, effort: 6 })
      .toBuffer();
    if (bytes.byteLength <= BYTES_MAX) return bytes;
  }
  throw new Error(`${file} does not fit in ${BYTES_MAX} bytes.`);
}
