import { QuarryError } from "@quarry/core";
import type { ErrorDetail, Json } from "@quarry/schema";
import { mediaType, readFormBody, readJsonBody } from "./request-body.ts";

const PARTS: ReadonlySet<string> = new Set(["file", "filename", "metadata", "mimeType", "spaceId"]);

/**
 * Reads the body of an upload or upsert: JSON as it is, multipart as the same fields, with the file's bytes in base64.
 * @throws QuarryError as {@link readJsonBody} and {@link readFormBody} do.
 */
export async function readDocumentBody(request: Request, maxBytes: number): Promise<Json> {
  if (mediaType(request) !== "multipart/form-data") return readJsonBody(request, maxBytes);
  const form = await readFormBody(request, maxBytes);
  const problems: ErrorDetail[] = [];
  const body: { [key: string]: Json } = { encoding: "base64" };
  /** What the file's part says of itself, where no field of its own does. */
  const fallback: { [key: string]: Json } = {};
  const seen = new Set<string>();
  for (const [name, value] of form) {
    if (!PARTS.has(name)) problems.push({ path: `/${name}`, message: "is not a known field" });
    else if (seen.has(name)) problems.push({ path: `/${name}`, message: "must be given only once" });
    else if (name === "file") {
      if (typeof value === "string") problems.push({ path: "/file", message: "must be a file" });
      else {
        body.content = Buffer.from(await value.arrayBuffer()).toString("base64");
        fallback.filename = value.name;
        // Bun and browsers put this type where they know none.
        if (value.type !== "" && value.type !== "application/octet-stream") fallback.mimeType = value.type;
      }
    } else if (typeof value !== "string") problems.push({ path: `/${name}`, message: "must be text" });
    else if (name === "metadata") readMetadata(value, body, problems);
    else body[name] = value;
    seen.add(name);
  }
  if (!form.some(([name]) => name === "file")) problems.push({ path: "/file", message: "is required" });
  if (problems.length > 0)
    throw new QuarryError(
      "invalid_request",
      `Invalid request: ${problems.map(({ path, message }) => `${path} ${message}`).join("; ")}.`,
      { details: problems },
    );
  return { ...fallback, ...body };
}

function readMetadata(value: string, body: { [key: string]: Json }, problems: ErrorDetail[]): void {
  try {
    body.metadata = JSON.parse(value) as Json;
  } catch {
    problems.push({ path: "/metadata", message: "must be a JSON object" });
  }
}
