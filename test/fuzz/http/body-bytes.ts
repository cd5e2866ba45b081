import { emptyArchive } from "../../archives/sample-archives.ts";
import type { BodyFormat } from "./operations.ts";

const ARCHIVE = await emptyArchive();

/** The media type of a format. */
export const MEDIA_TYPES: Readonly<Record<BodyFormat, string>> = {
  json: "application/json",
  multipart: "multipart/form-data; boundary=b",
  urlencoded: "application/x-www-form-urlencoded",
  bytes: "application/x-tar",
};

/** Writes a body in a format. A form has the fields of an object. */
export function bodyBytes(format: BodyFormat, value: unknown): Uint8Array {
  switch (format) {
    case "json":
      return Buffer.from(JSON.stringify(value) ?? "");
    case "multipart":
      return multipart(value);
    case "urlencoded":
      return Buffer.from(new URLSearchParams(texts(value)).toString());
    default:
      return ARCHIVE;
  }
}

function texts(value: unknown): [string, string][] {
  if (typeof value !== "object" || value === null) return [["", textOf(value)]];
  return Object.entries(value).map(([name, field]) => [name, textOf(field)]);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

function multipart(value: unknown): Uint8Array {
  const parts = texts(value).map(([name, text]) => {
    const named = `name="${name.replaceAll(/["\r\n]/g, "_")}"`;
    const head = name === "file" ? `${named}; filename="tides.md"\r\nContent-Type: text/markdown` : named;
    return `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n`;
  });
  return Buffer.from(`${parts.join("")}--b--\r\n`);
}
