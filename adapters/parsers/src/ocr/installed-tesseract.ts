import { QuarryError } from "@quarry/core";
import { toPgm } from "./pgm.ts";
import { OCR_DPI, SEGMENTATION, type TesseractEngine } from "./tesseract-engine.ts";

/** A page of 16 million pixels of noise takes 5 seconds. */
const TIMEOUT_MS = 120_000;

/** Returns the path of the `tesseract` program if it is installed with the data of these languages. */
export function findTesseract(languages: readonly string[]): string | undefined {
  const program = Bun.which("tesseract", { PATH: process.env.PATH ?? "" });
  if (program === null) return undefined;
  const { stdout, success } = Bun.spawnSync([program, "--list-langs"], { stderr: "ignore" });
  const installed = new Set(stdout.toString().split(/\s+/));
  return success && languages.every((language) => installed.has(language)) ? program : undefined;
}

/** Creates an engine that runs the installed program, one process for each image. */
export function createInstalledTesseract(program: string, languages: readonly string[]): TesseractEngine {
  return {
    async read(image, layout) {
      const mode = String(SEGMENTATION[layout]);
      const options = ["-l", languages.join("+"), "--psm", mode, "--dpi", String(OCR_DPI), "tsv"];
      const child = Bun.spawn([program, "stdin", "stdout", ...options], {
        stdin: new Blob([new Uint8Array(toPgm(image))]),
        stderr: "ignore",
        // Its threads slow each other down: parallel images use the processors better.
        env: { ...process.env, OMP_THREAD_LIMIT: "1" },
        timeout: TIMEOUT_MS,
        killSignal: "SIGKILL",
      });
      const table = await new Response(child.stdout).text();
      const status = await child.exited;
      if (status !== 0) throw new QuarryError("internal", `tesseract ended with status ${status}.`);
      return table;
    },
  };
}
