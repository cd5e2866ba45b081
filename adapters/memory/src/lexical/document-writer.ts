import type { LexicalDocument, LexicalEntry, Selector } from "@quarry/core";
import type { OrganizationIndex } from "./organization/organization-index.ts";
import type { Organizations } from "./organization/organizations.ts";
import { createNumberRun } from "./space/number-runs.ts";
import { prepareDocument, type SpaceToWrite } from "./space/prepare-document.ts";
import { createWriteOrder } from "./write-order.ts";

/** Changes the documents of an index. */
export interface DocumentWriter {
  /** Replaces all chunks of some documents. Of several concurrent writes to a document the last to start wins. */
  replace(orgId: string, documents: readonly LexicalDocument[]): Promise<void>;
  delete(selector: Selector): void;
}

/** Creates the writer of some organizations. */
export function createDocumentWriter(organizations: Organizations): DocumentWriter {
  const order = createWriteOrder();

  async function replaceOne(
    orgId: string,
    organization: OrganizationIndex,
    { documentId, entries }: LexicalDocument,
    spaces: ReadonlyMap<string, SpaceToWrite>,
  ): Promise<void> {
    assertOwnership(orgId, documentId, entries);
    const key = JSON.stringify([orgId, documentId]);
    const ticket = order.enter(key);
    try {
      const parts = await prepareDocument(documentId, entries, spaces);
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
    }
  }

  return {
    async replace(orgId, documents) {
      const organization = organizations.open(orgId);
      const spaceIds = new Set(documents.flatMap(({ entries }) => entries.map(({ spaceId }) => spaceId)));
      const spaces = new Map<string, SpaceToWrite>();
      for (const spaceId of spaceIds) {
        const space = organization.open(spaceId);
        space.writers += 1;
        spaces.set(spaceId, { space, numberRun: createNumberRun(space) });
      }
      try {
        for (const document of documents) await replaceOne(orgId, organization, document, spaces);
      } finally {
        for (const [spaceId, { space }] of spaces) {
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
