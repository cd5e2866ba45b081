import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createParserRegistry } from "@quarry/parsers";
import sharp from "sharp";
import { createPreparer } from "../../../server/src/ingest/prepare/preparer.ts";

test("a program that hangs ends with the process that runs it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "quarry-ocr-"));
  const pidFile = join(folder, "pid");
  const program = join(folder, "tesseract");
  await writeFile(
    program,
    `#!/bin/sh\nif [ "$1" = --list-langs ]; then echo eng; exit; fi\necho $$ >${pidFile}\nexec sleep 100\n`,
  );
  await chmod(program, 0o755);
  const preparer = createPreparer(
    createParserRegistry(),
    {
      ...{ count: 1, ocr: {}, stallMs: 60_000, timeoutMs: 4000, maxMemoryBytes: 600_000_000 },
      environment: { PATH: `${folder}:${process.env.PATH}` },
    },
    { error: () => {} },
  );
  try {
    const image = await sharp({ create: { width: 1200, height: 900, channels: 3, background: "white" } })
      .png()
      .toBuffer();
    const reading = preparer.prepare({
      ...{ filename: "a.png", declaredMimeType: undefined, chunking: null, size: 100_000 },
      open: async () => new Blob([new Uint8Array(image), new Uint8Array(100_000 - image.length)]).stream(),
    });
    await expect(reading).rejects.toThrow("took too long");
    expect(existsSync(pidFile)).toBe(true);
    const pid = readFileSync(pidFile, "utf8").trim();
    while (existsSync(`/proc/${pid}`)) await Bun.sleep(20);
  } finally {
    preparer.close();
    await rm(folder, { recursive: true });
  }
}, 30_000);
