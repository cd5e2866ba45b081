import { QuarryError } from "@quarry/core";
import { createYieldToEventLoop, invalidField } from "@quarry/core/internal";
import { LIMITS, UploadBody } from "@quarry/schema";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { validationDetails } from "../../platform/http/validation-details.ts";

/** White space is removed before the match. Allowing it here would make the match quadratic. */
const BASE64 = /^([A-Za-z0-9+/]*)(={0,2})$/;
/** Characters that are decoded at a time. */
const PIECE_CHARS = 1_000_000;

/**
 * Decodes the content of an upload, which is text or base64.
 * @throws QuarryError `invalid_request` or `payload_too_large`.
 */
export async function readContent(
  { content, encoding }: UploadBody,
  maxFileBytes: number,
): Promise<Uint8Array> {
  if (encoding !== "base64") {
    if (content.length > LIMITS.contentMaxChars)
      throw invalidField("/content", `must be at most ${LIMITS.contentMaxChars} characters long`);
    return new TextEncoder().encode(content);
  }
  const bytes = await decodeBase64(content);
  if (bytes.byteLength === 0) throw invalidField("/content", "must not be empty");
  if (bytes.byteLength > maxFileBytes) throw fileTooLarge(maxFileBytes);
  return bytes;
}

/** Decodes base64 with pauses, in which the process does other work. */
async function decodeBase64(content: string): Promise<Uint8Array> {
  const pause = createYieldToEventLoop();
  const parts: Uint8Array[] = [];
  let rest = "";
  let padding = "";
  for (let at = 0; at < content.length; at += PIECE_CHARS) {
    const piece = BASE64.exec(content.slice(at, at + PIECE_CHARS).replace(/\s/g, ""));
    const [, digits = "", end = ""] = piece ?? [];
    if (!piece || (padding !== "" && digits !== "")) throw notBase64();
    padding += end;
    const text = rest + digits;
    const usable = text.length - (text.length % 4);
    parts.push(Buffer.from(text.slice(0, usable), "base64"));
    rest = text.slice(usable);
    await pause();
  }
  if (padding.length > 2 || rest.length === 1) throw notBase64();
  return Buffer.concat([...parts, Buffer.from(rest, "base64")]);
}

function notBase64(): QuarryError {
  return invalidField("/content", "must be valid base64, because encoding is base64");
}

let uploadCheck: TypeCheck<typeof UploadBody> | undefined;

/**
 * Validates one document of a batch.
 * @throws QuarryError `invalid_request` that lists all invalid fields of the document.
 */
export function readBatchItem(item: unknown): UploadBody {
  uploadCheck ??= TypeCompiler.Compile(UploadBody);
  if (uploadCheck.Check(item)) return item;
  const details = validationDetails(uploadCheck.Errors(item));
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
