import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { bundle } from "./bundle.ts";

/**
 * Builds the dashboard into `built/`, which is committed: `bun run dashboard`. Scripts and the style are compressed with
 * gzip, which all browsers take, also over plain HTTP. `test/dashboard/built-files.test.ts` fails when the sources have
 * changed since.
 */

const FOLDER = resolve(import.meta.dir, "../built");

const { files, firstScripts, catalogues } = await bundle();
await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
let firstBytes = 0;
let textBytes = 0;
for (const [name, text] of files) {
  const isPage = name.endsWith(".html");
  const bytes = isPage ? Buffer.from(text) : Bun.gzipSync(text, { level: 9 });
  await writeFile(join(FOLDER, isPage ? name : `${name}.gz`), bytes);
  if (firstScripts.includes(name)) firstBytes += bytes.byteLength;
  if (catalogues.includes(name)) textBytes = Math.max(textBytes, bytes.byteLength);
  console.log(
    `${name.padEnd(28)} ${String(text.length).padStart(8)} ${String(bytes.byteLength).padStart(8)} gzip`,
  );
}
console.log(`Script of the first load: ${firstBytes} bytes in gzip, and at most ${textBytes} of texts.`);
