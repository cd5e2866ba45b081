import { QuarryError } from "@quarry/core";
import { invalidField } from "@quarry/core/internal";
import { LIMITS, UploadBody } from "@quarry/schema";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { validationDetails } from "../../platform/http/validation-details.ts";

/** Without white space, which is taken out first: allowing it here would make the match quadratic. */
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * Reads the content that a caller sent, as text or in base64.
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
    throw invalidField("/content", "must be base64, since encoding says so");
  const bytes = Buffer.from(base64, "base64");
  if (bytes.byteLength === 0) throw invalidField("/content", "must not be empty");
  if (bytes.byteLength > maxFileBytes) throw fileTooLarge(maxFileBytes);
  return bytes;
}

let uploadCheck: TypeCheck<typeof UploadBody> | undefined;

/**
 * Reads one document of a batch.
 * @throws QuarryError `invalid_request` with all offending fields of this document.
 */
export function readBatchItem(item: unknown): UploadBody {
  uploadCheck ??= TypeCompiler.Compile(UploadBody);
  if (uploadCheck.Check(item)) return item;
  const details = validationDetails([...uploadCheck.Errors(item)]);
  const list = details.map(({ path, message }) => `${path} ${message}`).join("; ");
  throw new QuarryError("invalid_request", `Invalid document: ${list.slice(0, 2000)}.`, { details });
}

/** The error for a file of too many bytes. */
export function fileTooLarge(maxFileBytes: number): QuarryError {
  return new QuarryError(
    "payload_too_large",
    `The file is larger than the ${maxFileBytes} bytes that are allowed.`,
  );
}
