import { expect, test } from "bun:test";
import { join } from "node:path";
import sharp from "sharp";
import { TOUR } from "../dashboard/walk/tour.ts";
import { ROOT } from "./built-site.ts";

const pathOf = (name: string) => join(ROOT, `docs/guide/pictures/tour-${name}.webp`);

test("each picture of the tour is 1,280 pixels wide, at most 60 kB, and on the page", async () => {
  const page = await Bun.file(join(ROOT, "docs/guide/tour.md")).text();
  for (const name of TOUR) {
    const bytes = await Bun.file(pathOf(name)).bytes();
    const { width, format } = await sharp(bytes).metadata();
    expect([name, width, format]).toEqual([name, 1280, "webp"]);
    expect(bytes.byteLength).toBeLessThanOrEqual(60_000);
    expect(page).toContain(`](pictures/tour-${name}.webp)`);
  }
});
