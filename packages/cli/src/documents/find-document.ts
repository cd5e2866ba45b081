import type { Document, DocumentFilter } from "@quarry/schema";
import { NotFoundError, type Quarry } from "@quarry/sdk";
import { didYouMean } from "../options/closest.ts";
import { UsageError } from "../options/usage-error.ts";

/** An id of a document. */
export const DOCUMENT_ID = /^doc_[0-9a-z]+$/;
/** Enough for a suggestion. */
const MAX_COMPARED = 2000;

/** The id of a document that is named by its id or its filename. @throws UsageError if the space has no such document. */
export async function documentId(quarry: Quarry, spaceId: string, name: string): Promise<string> {
  if (DOCUMENT_ID.test(name)) return name;
  try {
    return (await quarry.documents.getByFilename({ spaceId, filename: name })).id;
  } catch (error) {
    // A missing space is another error.
    if (!NotFoundError.isInstance(error) || /no space/i.test(error.message)) throw error;
    const filenames = await someFilenames(quarry, spaceId);
    throw new UsageError(
      `The space ${spaceId} has no document ${JSON.stringify(name)}.${didYouMean(name, filenames)}\nquarry documents list --space ${spaceId} shows its documents.`,
    );
  }
}

async function someFilenames(quarry: Quarry, spaceId: string): Promise<string[]> {
  const filenames: string[] = [];
  for await (const { filename } of quarry.documents.list({ spaceId, pageSize: 100 })) {
    filenames.push(filename);
    if (filenames.length === MAX_COMPARED) break;
  }
  return filenames;
}

/** Lists the documents of a space that a filter finds. */
export async function listDocuments(
  quarry: Quarry,
  spaceId: string,
  filter: DocumentFilter,
): Promise<Document[]> {
  const documents: Document[] = [];
  for await (const document of quarry.documents.list({ spaceId, pageSize: 100, ...filter }))
    documents.push(document);
  return documents;
}
