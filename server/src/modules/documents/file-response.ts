import { readByteRange } from "../../platform/http/byte-range.ts";
import type { OriginalFile } from "./service.ts";

/**
 * A document's original bytes as an answer, or the part of them that the request asks for. They are offered for saving,
 * never rendered in the service's origin.
 */
export async function fileResponse(
  { filename, mimeType, size, contentHash, read }: OriginalFile,
  request: Request,
): Promise<Response> {
  const etag = `"${contentHash}"`;
  const shared = { etag, "accept-ranges": "bytes", "cache-control": "private, no-cache" };
  if (request.headers.get("if-none-match") === etag)
    return new Response(null, { status: 304, headers: shared });
  // A part of another version than the one that the caller has the rest of is of no use to it.
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

/** A file's name for old readers and for others (RFC 6266). */
function filenameParameters(filename: string): string {
  const ascii = filename.replace(/[^\x20-\x7e]|["\\]/g, "_");
  const encoded = encodeURIComponent(filename).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`,
  );
  return `filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** How the interface's description shows the answer of a route that streams a file. */
export const fileResponses = {
  responses: {
    200: {
      description: "The original bytes",
      content: { "application/octet-stream": { schema: { type: "string" as const, format: "binary" } } },
    },
    206: {
      description: "The bytes that a `Range` header asks for",
      content: { "application/octet-stream": { schema: { type: "string" as const, format: "binary" } } },
    },
    304: { description: "Unchanged since the version that `If-None-Match` names" },
    416: { description: "The range lies outside the file" },
  },
};
