import { QuarryError } from "@quarry/core";
import { invalidField } from "@quarry/core/internal";
import { type ErrorDetail, isStorableText, LIMITS } from "@quarry/schema";
import type { IngestService } from "../../ingest/ingest-service.ts";
import { capped } from "../../ingest/receive/read-content.ts";
import type { UploadLimits } from "../../ingest/receive/receive-document.ts";
import type { ReceivedFile } from "../../ingest/receive/received-file.ts";
import { readMultipart } from "../../platform/http/multipart.ts";
import { mediaType } from "../../platform/http/request-body.ts";
import { invalidBody } from "../../platform/http/validation-details.ts";
import type { NewFile } from "./files.ts";

const PURPOSES = ["assistants", "user_data"];
const MEDIA_TYPE = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}$/;

/**
 * Reads the form of an upload and stores its file while it arrives, then passes it to `use`. Deletes the file if `use` did
 * not claim it.
 * @throws QuarryError `invalid_request` for fields that are missing or not supported.
 */
export async function receiveFile<Result>(
  request: Request,
  orgId: string,
  { ingest, limits }: { readonly ingest: IngestService; readonly limits: UploadLimits },
  use: (file: NewFile) => Promise<Result>,
): Promise<Result> {
  if (mediaType(request) !== "multipart/form-data")
    throw new QuarryError("unsupported_media_type", "Send the file as multipart/form-data.");
  const fields = new Map<string, string>();
  const received: ReceivedFile[] = [];
  let header: { readonly filename: string; readonly mimeType: string } | undefined;
  try {
    await readMultipart(request, limits.maxBodyBytes, {
      // Of others, the name tells what is wrong.
      field: (name, value) => void fields.set(name, name === "purpose" ? value : ""),
      async file(name, { filename, mimeType, bytes }) {
        // The first file may still be arriving at the store.
        if (name !== "file" || header !== undefined)
          throw invalidField("/file", 'must be the only file of the form, and be sent as "file"');
        header = { filename, mimeType };
        received.push(await ingest.receive(orgId, capped(bytes, limits.maxFileBytes)));
      },
    });
    const [file] = received;
    const problems = problemsOf(fields, header?.filename ?? "", file);
    if (!file || !header || problems.length > 0) throw invalidBody(problems);
    const { filename, mimeType } = header;
    // Clients that do not know a file's type send application/octet-stream.
    const isKnown = MEDIA_TYPE.test(mimeType) && mimeType !== "application/octet-stream";
    const purpose = fields.get("purpose") ?? "";
    return await use({ filename, file, declaredMimeType: isKnown ? mimeType : undefined, purpose });
  } finally {
    for (const file of received) await file.discard();
  }
}

function problemsOf(
  fields: ReadonlyMap<string, string>,
  filename: string,
  file: ReceivedFile | undefined,
): ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  const report = (name: string, message: string) => problems.push({ path: `/${name}`, message });
  if (!file) report("file", "is required");
  else if (file.size === 0) report("file", "must not be empty");
  else if (filename === "") report("file", "must have a filename");
  else if (filename.length > LIMITS.filenameMaxChars || !isStorableText(filename))
    report("file", `must have a filename of at most ${LIMITS.filenameMaxChars} characters, without NUL`);
  const purpose = fields.get("purpose");
  if (purpose === undefined) report("purpose", "is required");
  else if (!PURPOSES.includes(purpose))
    report("purpose", `must be ${PURPOSES.join(" or ")}: this server only stores files to search them`);
  for (const name of fields.keys())
    if (name.startsWith("expires_after"))
      report("expires_after", "is not supported: files stay until they are deleted. Omit it");
    else if (name !== "purpose") report(name.slice(0, 100), "is not a known field");
  return problems;
}
