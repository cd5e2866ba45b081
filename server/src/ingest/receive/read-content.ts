import { QuarryError } from "@quarry/core";
import { invalidField } from "@quarry/core/internal";
import { LIMITS, UploadBody } from "@quarry/schema";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { validationDetails } from "../../platform/http/validation-details.ts";

/** White space is removed before the match. Allowing it here would make the match quadratic. */
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * Decodes the content of an upload, which is text or base64.
 * @throws QuarryError `invalid_request` or `payload_too_large`.
 */
export function readContent({ content, encoding }: UploadBody, maxFileBytes: number): Uint8Array {
  if (encoding !== "base64") {
    if (content.length > LIMITS.contentMaxChars)
      throw invalidField("/content", `must be at most ${LIMITS.contentMaxChars} characters long`);
    return new TextEncoder().encode(content);
  }
  const base64 = content.replace(/\s/g, "");
  if (!BASE64.test(base64) || base64.replace(/=+$/, "").length % 4 === 1)
    throw invalidField("/content", "must be valid base64, because encoding is base64");
  const bytes = Buffer.from(base64, "base64");
  if (bytes.byteLength === 0) throw invalidField("/content", "must not be empty");
  if (bytes.byteLength > maxFileBytes) throw fileTooLarge(maxFileBytes);
  return bytes;
}

let uploadCheck: TypeCheck<typeof UploadBody> | undefined;

/**
 * Validates one document of a batch.
 * @throws QuarryError `invalid_request` that lists all invalid fields of the document.
 */
export function readBatchItem(item: unknown): UploadBody {
  uploadCheck ??= TypeCompiler.Compile(UploadBody);
  if (uploadCheck.Check(item)) return item;
  const details = validationDetails([...uploadCheck.Errors(item)]);
  const list = details.map(({ path, message }) => `${path} ${message}`).join("; ");
  throw new QuarryError("invalid_request", `Invalid document: ${list.slice(0, 2000)}.`, { details });
}

/** Passes bytes on. @throws QuarryError `payload_too_large` when there are more than the limit. */
export async function* capped(
  bytes: AsyncIterable<Uint8Array>,
  maxFileBytes: number,
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const piece of bytes) {
    size += piece.byteLength;
    if (size > maxFileBytes) throw fileTooLarge(maxFileBytes);
    yield piece;
  }
}

/** The error for a file that exceeds the size limit. */
export function fileTooLarge(maxFileBytes: number): QuarryError {
  return new QuarryError("payload_too_large", `The file is larger than the limit of ${maxFileBytes} bytes.`);
}
