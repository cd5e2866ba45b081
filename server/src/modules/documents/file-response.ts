import { readByteRange } from "../../platform/http/byte-range.ts";
import type { OriginalFile } from "./document-reads.ts";

/**
 * Responds with a document's original file, or with the byte range of the request. Browsers download the file and never
 * render it in the service's origin.
 */
export async function fileResponse(
  { filename, mimeType, size, contentHash, read }: OriginalFile,
  request: Request,
): Promise<Response> {
  const etag = `"${contentHash}"`;
  const shared = { etag, "accept-ranges": "bytes", "cache-control": "private, no-cache" };
  if (request.headers.get("if-none-match") === etag)
    return new Response(null, { status: 304, headers: shared });
  // A range of another version than the caller's is useless, so the whole file is sent.
  const isSame = (request.headers.get("if-range") ?? etag) === etag;
  const range = isSame ? readByteRange(request.headers.get("range"), size) : undefined;
  if (range === "none")
    return new Response(null, { status: 416, headers: { ...shared, "content-range": `bytes */${size}` } });
  const { start, end } = range ?? { start: 0, end: size };
  return new Response(await read(range), {
    status: range ? 206 : 200,
    headers: {
      ...shared,
      "content-type": mimeType,
      "content-length": String(end - start),
      "content-disposition": `attachment; ${filenameParameters(filename)}`,
      "content-security-policy": "sandbox",
      ...(range ? { "content-range": `bytes ${start}-${end - 1}/${size}` } : {}),
    },
  });
}

/** The filename parameters of Content-Disposition, for old and new clients (RFC 6266). */
function filenameParameters(filename: string): string {
  const ascii = filename.replace(/[^\x20-\x7e]|["\\]/g, "_");
  const encoded = encodeURIComponent(filename).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`,
  );
  return `filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** The OpenAPI responses of a route that streams a file. */
export const fileResponses = {
  responses: {
    200: {
      description: "The original bytes",
      content: { "application/octet-stream": { schema: { type: "string" as const, format: "binary" } } },
    },
    206: {
      description: "The bytes of the `Range` header",
      content: { "application/octet-stream": { schema: { type: "string" as const, format: "binary" } } },
    },
    304: { description: "The file matches `If-None-Match`" },
    416: { description: "The range is outside the file" },
  },
};
