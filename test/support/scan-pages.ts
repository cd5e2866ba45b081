import { fileURLToPath } from "node:url";
import type { PdfPicture } from "./write-pdf.ts";

const PROCESS = fileURLToPath(new URL("./scan-pages-process.ts", import.meta.url));

/**
 * Renders a PDF's pages as a scanner would. Runs in its own process: the rendering library patches the
 * runtime's streams, which would block a service in the same process.
 */
export async function scanPages(pdf: Uint8Array, dpi: number): Promise<PdfPicture[]> {
  const child = Bun.spawn([process.execPath, PROCESS, String(dpi)], {
    stdin: new Blob([new Uint8Array(pdf)]),
    stdout: "pipe",
  });
  const pictures = (await new Response(child.stdout).json()) as (Omit<PdfPicture, "jpeg"> & {
    jpeg: string;
  })[];
  return pictures.map((picture) => ({ ...picture, jpeg: Buffer.from(picture.jpeg, "base64") }));
}
