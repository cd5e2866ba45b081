import type { LexicalDocument, LexicalEntry, Selector } from "@quarry/core";
import { createKeyedMutex, createYieldToEventLoop } from "@quarry/core/internal";
import type { OrganizationIndex } from "./organization/organization-index.ts";
import type { Organizations } from "./organization/organizations.ts";
import { createNumberRun } from "./space/number-runs.ts";
import { type PreparedPart, prepareDocument, type SpaceToWrite } from "./space/prepare-document.ts";
import { createWriteOrder } from "./write-order.ts";

/** Changes the documents of an index. */
export interface DocumentWriter {
  /** Replaces all chunks of some documents. Of several concurrent writes to a document the last to start wins. */
  replace(orgId: string, documents: readonly LexicalDocument[]): Promise<void>;
  delete(selector: Selector): void;
}

/** Chunks added between two looks at the clock. */
const CHUNKS_PER_STEP = 8;

/** Creates the writer of some organizations. */
export function createDocumentWriter(organizations: Organizations): DocumentWriter {
  const order = createWriteOrder();
  // One document at a time is added to a space, so that its chunks are in a row there.
  const mutex = createKeyedMutex();

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
      const spaceKeys = parts.map(({ document }) => JSON.stringify([orgId, document.spaceId]));
      await mutex.run(spaceKeys, async () => {
        const added: PreparedPart[] = [];
        for (const part of parts) if (await addHidden(organization, part)) added.push(part);
        // Synchronous from here on, so a search sees either the old document or the new one.
        const isWanted = organizations.byId.get(orgId) === organization && order.claim(key, ticket);
        if (isWanted) organization.removeDocument(documentId);
        for (const { document } of added) {
          const { space, spaceId } = document;
          if (!isWanted) space.remove(document);
          // A space deleted in the meantime stays deleted.
          else if (organization.spaces.get(spaceId) === space) {
            space.show(document);
            organization.put(document);
          }
        }
      });
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

/**
 * Adds a document's chunks to their space, hidden from searches. Yields to the event loop, because twenty thousand chunks
 * take seconds. Returns false if the space was deleted.
 */
async function addHidden(
  organization: OrganizationIndex,
  { document, chunks }: PreparedPart,
): Promise<boolean> {
  const { space, spaceId } = document;
  space.assertRoom(chunks.length);
  const yieldToEventLoop = createYieldToEventLoop();
  for (let start = 0; start < chunks.length; start += CHUNKS_PER_STEP) {
    await yieldToEventLoop();
    if (organization.spaces.get(spaceId) !== space) return false;
    space.add(document, chunks.slice(start, start + CHUNKS_PER_STEP));
  }
  return true;
}

function assertOwnership(orgId: string, documentId: string, entries: readonly LexicalEntry[]): void {
  for (const entry of entries)
    if (entry.orgId !== orgId || entry.documentId !== documentId)
      throw new Error(`Chunk ${entry.id} does not belong to document ${documentId}`);
}
