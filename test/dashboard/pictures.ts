import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";

/** Where pictures of the pages are kept; undefined: none are made. */
const FOLDER = process.env.QUARRY_TEST_PICTURES;
const WIDE = { width: 1280, height: 860 };
const PHONE = { width: 390, height: 844 };
let count = 0;

/**
 * Keeps pictures of a page in light, in dark and at the width of a phone, for people to look at.
 * @param name The start of their file names; by default a number and the title of the page.
 */
export async function takePictures(page: Page, name?: string): Promise<void> {
  if (FOLDER === undefined) return;
  await mkdir(FOLDER, { recursive: true });
  const start = name ?? numbered(await page.title());
  const take = (kind: string) => page.screenshot({ path: join(FOLDER, `${start}-${kind}.png`) });
  await page.setViewportSize(WIDE);
  // Otherwise a picture shows colors on their way from light to dark.
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await take("light");
  await page.emulateMedia({ colorScheme: "dark" });
  await take("dark");
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(PHONE);
  await take("phone");
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ reducedMotion: null });
}

function numbered(title: string): string {
  count += 1;
  const words = title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return `${String(count).padStart(2, "0")}-${words.slice(0, 50)}`;
}
