import type { LexicalEntry, Selector } from "@quarry/core";
import type { Organizations } from "./organization/organizations.ts";
import { prepareDocument } from "./space/prepare-document.ts";
import { createWriteOrder } from "./write-order.ts";

/** Changes the documents of an index. */
export interface DocumentWriter {
  /** Replaces all chunks of a document. Of several concurrent writes the last to start wins. */
  replace(orgId: string, documentId: string, entries: readonly LexicalEntry[]): Promise<void>;
  delete(selector: Selector): void;
}

/** Creates the writer of some organizations. */
export function createDocumentWriter(organizations: Organizations): DocumentWriter {
  const order = createWriteOrder();

  return {
    async replace(orgId, documentId, entries) {
      assertOwnership(orgId, documentId, entries);
      const organization = organizations.open(orgId);
      const key = JSON.stringify([orgId, documentId]);
      const ticket = order.enter(key);
      const held = [...new Set(entries.map((entry) => entry.spaceId))].map(
        (spaceId) => [spaceId, organization.open(spaceId)] as const,
      );
      for (const [, space] of held) space.writers += 1;
      try {
        const parts = await prepareDocument(documentId, entries, new Map(held));
        // Synchronous from here on, so a search sees either the old document or the new one.
        if (organizations.byId.get(orgId) !== organization || !order.claim(key, ticket)) return;
        organization.removeDocument(documentId);
        for (const { document, chunks } of parts) {
          // A space deleted in the meantime stays deleted.
          if (organization.spaces.get(document.spaceId) !== document.space) continue;
          document.space.add(document, chunks);
          organization.put(document);
        }
      } finally {
        order.leave(key);
        for (const [spaceId, space] of held) {
          space.writers -= 1;
          organization.release(spaceId);
        }
        organizations.dropIfEmpty(orgId);
      }
    },

    delete(selector) {
      const { orgId } = selector;
      const organization = organizations.byId.get(orgId);
      if ("documentId" in selector) {
        order.overtake(JSON.stringify([orgId, selector.documentId]));
        organization?.removeDocument(selector.documentId);
      } else if ("spaceId" in selector) organization?.removeSpace(selector.spaceId);
      else organizations.delete(orgId);
      organizations.dropIfEmpty(orgId);
    },
  };
}

function assertOwnership(orgId: string, documentId: string, entries: readonly LexicalEntry[]): void {
  for (const entry of entries)
    if (entry.orgId !== orgId || entry.documentId !== documentId)
      throw new Error(`Chunk ${entry.id} does not belong to document ${documentId}`);
}
