import { invalidField } from "@quarry/core/internal";
import type { Document, Metadata } from "@quarry/schema";
import type { TenantScope } from "../../platform/access/tenant-scope.ts";
import type { DocumentService } from "../documents/service.ts";
import { replaceShown, toAttributes } from "./attributes.ts";

/** Replaces the attributes of a document, and keeps metadata that OpenAI's API cannot show. */
export async function changeAttributes(
  documents: DocumentService,
  scope: TenantScope,
  spaceId: string,
  documentId: string,
  attributes: Metadata | null,
): Promise<Document> {
  const given = requireAttributes(attributes ?? {});
  const { metadata } = await documents.get(scope, spaceId, documentId);
  const changed = replaceShown(metadata, toAttributes(metadata), given);
  return documents.update(scope, spaceId, documentId, { metadata: changed });
}

/** @throws QuarryError `invalid_request` for a value that OpenAI's API could not show. */
export function requireAttributes(attributes: Metadata): Metadata {
  for (const [key, value] of Object.entries(attributes))
    if (typeof value === "object")
      throw invalidField(`/attributes/${key}`, "must be a string, a number, true or false");
  return attributes;
}
