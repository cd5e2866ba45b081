import type { PageOf } from "@quarry/schema";
import { shorten } from "./answer-size.ts";
import type { DocumentRecord, ListedDocument, ListedSpace, SpaceRecord } from "./records.ts";

const METADATA_CHARS = 2000;
const REMARK_CHARS = 1000;

/** A space as one to three lines. */
export function spaceText(space: ListedSpace | SpaceRecord): string {
  return lines(
    `- **${oneLine(space.name)}** (id ${space.id}, slug ${space.slug})${space.isArchived ? " — archived" : ""}`,
    `  ${oneLine(space.description)}`,
    metadataLine(space),
  );
}

/** A document as one to four lines. */
export function documentText(document: ListedDocument | DocumentRecord): string {
  const { id, filename, status, mimeType, fileSize, chunkCount, errorMessage } = document;
  return lines(
    `- **${oneLine(filename)}** (id ${id}) — ${status}, ${mimeType}, ${fileSize} bytes, ${chunkCount} passages`,
    errorMessage === null ? "" : `  error: ${oneLine(shorten(errorMessage, REMARK_CHARS))}`,
    metadataLine(document),
    document.warnings.length > 0
      ? `  warnings: ${oneLine(shorten(document.warnings.join("; "), REMARK_CHARS))}`
      : "",
  );
}

/** A page of a list with its header and how to get the rest. */
export function pageText(
  what: string,
  items: readonly string[],
  { page, totalPages, total }: PageOf<unknown>["pagination"],
  omittedItems: number,
): string {
  return lines(
    `${what}: ${total}${totalPages > 1 ? `, page ${page} of ${totalPages}` : ""}`,
    ...items,
    omittedItems > 0
      ? `${omittedItems} more items of this page did not fit in the answer. Call again with a smaller pageSize.`
      : "",
    page < totalPages ? `Call again with page ${page + 1} for more.` : "",
  );
}

/** Joins the non-empty lines. */
export function lines(...all: readonly string[]): string {
  return all.filter((line) => line !== "").join("\n");
}

/** Collapses white space, so that the text stays on one line. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function metadataLine({
  metadata,
  isMetadataOmitted,
}: Pick<SpaceRecord, "metadata" | "isMetadataOmitted">): string {
  if (isMetadataOmitted) return "  metadata: omitted, because it is large; the HTTP API returns it";
  if (metadata === undefined || Object.keys(metadata).length === 0) return "";
  return `  metadata: ${shorten(JSON.stringify(metadata), METADATA_CHARS)}`;
}
