import type { ParseResponse } from "@quarry/schema";
import type { TenantScope } from "../platform/access/tenant-scope.ts";
import type { Database } from "../platform/database/database.ts";
import { toOutlineTree } from "../records/documents/to-outline-tree.ts";
import { requireActiveSpace } from "../records/spaces/active-space.ts";
import type { Preparer } from "./prepare/preparer.ts";
import type { DocumentInput } from "./receive/document-input.ts";

/**
 * Shows what the service reads in a file, and stores nothing. With a space, its chunking settings are used.
 * @throws QuarryError `invalid_request` if the file cannot be read, `not_found` for an unknown or archived space.
 */
export type ParseFile = (
  scope: TenantScope,
  space: string | undefined,
  input: DocumentInput,
) => Promise<ParseResponse>;

/** Creates the service behind `POST /api/parse`. */
export function createParseFile({
  db,
  preparer,
}: {
  readonly db: Database;
  readonly preparer: Preparer;
}): ParseFile {
  return async (scope, space, { filename, declaredMimeType, file }) => {
    const { chunking } =
      space === undefined ? { chunking: null } : await requireActiveSpace(db, scope, space);
    const { document, seconds, peakBytes } = await preparer.measure({
      ...{ orgId: scope.orgId, filename, declaredMimeType, chunking, size: file.size, open: file.open },
    });
    const { mimeType, title, indexingType, warnings, text, outline, chunks } = document;
    return {
      ...{ filename, mimeType, title, indexingType },
      warnings: [...warnings],
      content: text,
      outline: toOutlineTree(outline),
      chunks: chunks.map(({ content, context, metadata }, chunkIndex) => ({
        ...{ chunkIndex, content, context, metadata },
      })),
      seconds: Math.round(seconds * 1000) / 1000,
      peakMemoryBytes: peakBytes,
    };
  };
}
