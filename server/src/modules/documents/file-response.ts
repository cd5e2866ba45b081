import type { OriginalFile } from "./service.ts";

/** A document's original bytes as an answer. They are offered for saving, never rendered in the service's origin. */
export function fileResponse({ filename, mimeType, size, bytes }: OriginalFile): Response {
  const ascii = filename.replace(/[^\x20-\x7e]|["\\]/g, "_");
  const encoded = encodeURIComponent(filename).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`,
  );
  return new Response(bytes, {
    headers: {
      "content-type": mimeType,
      "content-length": String(size),
      "content-disposition": `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`,
      "content-security-policy": "sandbox",
    },
  });
}

/** How the interface's description shows the answer of a route that streams a file. */
export const fileResponses = {
  responses: {
    200: {
      description: "The original bytes",
      content: { "application/octet-stream": { schema: { type: "string" as const, format: "binary" } } },
    },
  },
};
