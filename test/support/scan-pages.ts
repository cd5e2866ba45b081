import { fileURLToPath } from "node:url";
import type { PdfPicture } from "./write-pdf.ts";

const PROCESS = fileURLToPath(new URL("./scan-pages-process.ts", import.meta.url));

/**
 * What a scanner makes of a PDF's printed pages. In a process of its own: the library that draws them changes the
 * runtime's streams, on which a service in the same process would then wait for ever.
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
