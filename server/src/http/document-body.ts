import { QuarryError } from "@quarry/core";
import type { ErrorDetail, Json } from "@quarry/schema";
import { mediaType, readFormBody, readJsonBody } from "./request-body.ts";

/**
 * Reads the body of an upload or upsert: JSON as it is, multipart as the same fields, with the file's bytes in base64.
 * @throws QuarryError as {@link readJsonBody} and {@link readFormBody} do.
 */
export async function readDocumentBody(request: Request, maxBytes: number): Promise<Json> {
  if (mediaType(request) !== "multipart/form-data") return readJsonBody(request, maxBytes);
  const form = await readFormBody(request, maxBytes);
  const problems: ErrorDetail[] = [];
  const body: { [key: string]: Json } = { encoding: "base64" };
  for (const [name, value] of form) {
    if (name === "file") {
      if (typeof value === "string") problems.push({ path: "/file", message: "must be a file" });
      else {
        body.content = Buffer.from(await value.arrayBuffer()).toString("base64");
        body.filename ??= value.name;
        // Bun and browsers put this type where they know none.
        if (value.type !== "" && value.type !== "application/octet-stream") body.mimeType ??= value.type;
      }
    } else if (typeof value !== "string") problems.push({ path: `/${name}`, message: "must be text" });
    else if (name === "metadata") readMetadata(value, body, problems);
    else body[name] = value;
  }
  if (!form.some(([name]) => name === "file")) problems.push({ path: "/file", message: "is required" });
  if (problems.length > 0)
    throw new QuarryError(
      "invalid_request",
      `Invalid request: ${problems.map(({ path, message }) => `${path} ${message}`).join("; ")}.`,
      { details: problems },
    );
  return body;
}

function readMetadata(value: string, body: { [key: string]: Json }, problems: ErrorDetail[]): void {
  try {
    body.metadata = JSON.parse(value) as Json;
  } catch {
    problems.push({ path: "/metadata", message: "must be a JSON object" });
  }
}
