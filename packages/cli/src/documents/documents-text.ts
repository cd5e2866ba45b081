import type { Document } from "@quarry/schema";
import { megabytes } from "../terminal/amounts.ts";
import { oneLine, tableText } from "../terminal/output.ts";

/** Formats documents as a table. */
export function documentsTable(documents: readonly Document[]): string {
  const rows = documents.map(({ filename, status, fileSize, chunkCount, id, errorMessage }) => [
    oneLine(filename, 60),
    status.toLowerCase(),
    size(fileSize),
    String(chunkCount),
    id,
    oneLine(errorMessage ?? "", 100),
  ]);
  const headings = ["FILENAME", "STATUS", "SIZE", "CHUNKS", "ID"];
  const hasReason = rows.some((row) => row.at(-1) !== "");
  return tableText([
    [...headings, ...(hasReason ? ["REASON"] : [])],
    ...rows.map((row) => (hasReason ? row : row.slice(0, -1))),
  ]);
}

/** Formats a document's record, one field per line. */
export function documentText(document: Document): string {
  const { progress, warnings, metadata } = document;
  const fields: [string, string | undefined][] = [
    ["filename", oneLine(document.filename)],
    ["id", document.id],
    ["space", document.spaceId],
    ["part of", document.partOf ?? undefined],
    ["status", document.status.toLowerCase()],
    ["reason", document.errorMessage === null ? undefined : oneLine(document.errorMessage)],
    [
      "progress",
      progress
        ? [progress.stage, progress.done, progress.total].filter((part) => part !== undefined).join(" ")
        : undefined,
    ],
    ["type", `${document.mimeType}, read as ${document.indexingType}`],
    ["size", size(document.fileSize)],
    ["chunks", String(document.chunkCount)],
    ["model", document.embeddingModel],
    ["created", document.createdAt],
    ["updated", document.updatedAt],
    ["metadata", Object.keys(metadata).length === 0 ? undefined : JSON.stringify(metadata)],
    ...warnings.map((warning): [string, string] => ["warning", oneLine(warning)]),
  ];
  return fields
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name.padEnd(9)} ${value}`]))
    .join("\n");
}

function size(bytes: string): string {
  const count = Number(bytes);
  return count < 100_000 ? `${(count / 1000).toFixed(1)} kB` : megabytes(count);
}
