import { storedMetadata } from "../../records/documents/stored-metadata.ts";
import { type IndexChange, keysOf } from "../records/index-change.ts";
import { type LiveDocument, type LiveSpace, toLiveDocument, toLiveSpace } from "../records/live-rows.ts";
import { createOpenChanges } from "./open-changes.ts";

/**
 * The active spaces and COMPLETED documents of all organizations, in the memory of a process that is the only writer.
 *
 * A change is announced before its commit and applied or withdrawn when its outcome is known. In between, the database
 * alone knows whether it counts: `isChanging` then is true, and readers ask the database. So the catalogue never answers
 * with a state that is not current.
 */
export interface LiveCatalogue {
  document(orgId: string, id: string): LiveDocument | undefined;
  space(orgId: string, idOrSlug: string): LiveSpace | undefined;
  /** True while a transaction that changes this document or space is open, or its outcome unknown. */
  isChanging(id: string): boolean;
  /** Announces a change. Call it in its transaction, after the change of the row. */
  announce(change: IndexChange): AnnouncedChange;
  /** Adds rows, before the first change. */
  add(orgId: string, rows: CatalogueRows): void;
  /** All rows of an organization. */
  rows(orgId: string): CatalogueRows;
}

/** Rows of one organization. */
export interface CatalogueRows {
  readonly documents: Iterable<LiveDocument>;
  readonly spaces: Iterable<LiveSpace>;
}

/** A change whose transaction is open. */
export interface AnnouncedChange {
  readonly change: IndexChange;
  /** After the commit. */
  apply(): void;
  /** After a rollback, or when the rows have been read again. Later calls do nothing. */
  withdraw(): void;
}

interface Tenant {
  readonly documents: Map<string, LiveDocument>;
  readonly spaces: Map<string, LiveSpace>;
  readonly bySlug: Map<string, LiveSpace>;
}

/** Creates an empty catalogue. */
export function createLiveCatalogue(): LiveCatalogue {
  const tenants = new Map<string, Tenant>();
  const changes = createOpenChanges();
  // A document that was committed before its space was erased may arrive after it.
  const erased = new Set<string>();

  function tenantOf(orgId: string): Tenant {
    const known = tenants.get(orgId);
    if (known) return known;
    const tenant: Tenant = { documents: new Map(), spaces: new Map(), bySlug: new Map() };
    tenants.set(orgId, tenant);
    return tenant;
  }

  function apply(change: IndexChange, isLatest: (key: string) => boolean): void {
    switch (change.kind) {
      case "documents": {
        const { documents } = tenantOf(change.orgId);
        for (const document of change.documents)
          if (isLatest(document.id) && !erased.has(document.spaceId))
            documents.set(document.id, {
              ...toLiveDocument(document),
              metadata: storedMetadata(document.metadata),
            });
        return;
      }
      case "document-gone":
        if (isLatest(change.documentId)) tenantOf(change.orgId).documents.delete(change.documentId);
        return;
      case "space-gone":
        erased.add(change.spaceId);
        if (isLatest(change.spaceId)) eraseSpace(tenantOf(change.orgId), change.spaceId);
        return;
      case "description": {
        const { space } = change;
        if (!isLatest(space.id)) return;
        const tenant = tenantOf(space.orgId);
        removeSpace(tenant, space.id);
        if (!space.isArchived) addSpace(tenant, toLiveSpace(space));
      }
    }
  }

  return {
    document: (orgId, id) => tenants.get(orgId)?.documents.get(id),
    space(orgId, idOrSlug) {
      const tenant = tenants.get(orgId);
      return tenant?.spaces.get(idOrSlug) ?? tenant?.bySlug.get(idOrSlug);
    },
    isChanging: changes.has,
    announce(change) {
      const opened = changes.open(keysOf(change));
      return {
        change,
        apply() {
          apply(change, opened.isLatest);
          opened.close();
        },
        withdraw: opened.close,
      };
    },
    add(orgId, { documents, spaces }) {
      const tenant = tenantOf(orgId);
      for (const document of documents) tenant.documents.set(document.id, document);
      for (const space of spaces) addSpace(tenant, space);
    },
    rows(orgId) {
      const { documents, spaces } = tenantOf(orgId);
      return { documents: documents.values(), spaces: spaces.values() };
    },
  };
}

function addSpace({ spaces, bySlug }: Tenant, space: LiveSpace): void {
  spaces.set(space.id, space);
  bySlug.set(space.slug, space);
}

function removeSpace({ spaces, bySlug }: Tenant, id: string): void {
  const slug = spaces.get(id)?.slug ?? "";
  // Another space may have taken over the slug.
  if (bySlug.get(slug)?.id === id) bySlug.delete(slug);
  spaces.delete(id);
}

function eraseSpace(tenant: Tenant, spaceId: string): void {
  removeSpace(tenant, spaceId);
  for (const document of tenant.documents.values())
    if (document.spaceId === spaceId) tenant.documents.delete(document.id);
}
