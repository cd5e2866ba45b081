import { type ChromaClient, ChromaNotFoundError, ChromaUniqueError, type Collection } from "chromadb";
import type { Connection } from "../client/connection.ts";
import { collectionName } from "./collection-name.ts";

/** The collection of an organization's vectors of one model. */
export interface OrgCollection {
  readonly orgId: string;
  readonly model: string;
  readonly name: string;
  readonly records: Collection;
}

/** Finds and creates collections, and caches them per process. */
export interface Collections {
  /** Runs work on a collection, and once more when it has been replaced in between; undefined when there is none. */
  within<T>(
    orgId: string,
    model: string,
    work: (collection: OrgCollection) => Promise<T>,
  ): Promise<T | undefined>;
  /** Runs a write on a collection, which is created if it does not exist. */
  creating<T>(orgId: string, model: string, work: (collection: OrgCollection) => Promise<T>): Promise<T>;
  /** Returns all collections of an organization; with `recent` the list may be up to 30 seconds old. */
  ofOrg(orgId: string, recent?: "recent"): Promise<OrgCollection[]>;
  remove(collection: OrgCollection): Promise<void>;
}

/**
 * Larger than Chroma's defaults: with 16 neighbours some records lose their last link when others are deleted, and a
 * search for 100 records, which the service requests, misses some with `ef_search` 100.
 */
const INDEX = { space: "cosine", max_neighbors: 32, ef_construction: 200, ef_search: 400 } as const;
const LISTING_MS = 30_000;
const PAGE = 100;

/** Creates an empty cache of collections. */
export function createCollections({ client, search, transfer }: Connection, prefix: string): Collections {
  const known = new Map<string, OrgCollection>();
  let listing: { readonly count: number; readonly at: number; readonly all: OrgCollection[] } | undefined;

  const remember = (orgId: string, model: string, records: Collection): OrgCollection => {
    const collection = { orgId, model, name: records.name, records };
    known.set(collection.name, collection);
    return collection;
  };

  async function find(orgId: string, model: string): Promise<OrgCollection | undefined> {
    const name = collectionName(prefix, orgId, model);
    const found = known.get(name);
    if (found) return found;
    return search(() => client.getCollection({ name })).then(
      (records) => remember(orgId, model, records),
      (error) => {
        if (error instanceof ChromaNotFoundError) return undefined;
        throw error;
      },
    );
  }

  async function findOrCreate(orgId: string, model: string): Promise<OrgCollection> {
    const name = collectionName(prefix, orgId, model);
    const found = known.get(name);
    if (found) return found;
    const records = await transfer(() => createOnce(client, name, { orgId, model }));
    return remember(orgId, model, records);
  }

  async function list(): Promise<OrgCollection[]> {
    const all: OrgCollection[] = [];
    for await (const records of listAll(client, transfer)) {
      const owner = ownerOf(records, prefix);
      if (owner) all.push(remember(owner.orgId, owner.model, records));
    }
    return all;
  }

  /** Lists again after half a minute, or when the number of collections shows that any was created or deleted. */
  async function refreshListing(recent: boolean): Promise<readonly OrgCollection[]> {
    const isYoung = listing !== undefined && performance.now() - listing.at < LISTING_MS;
    if (listing && recent && isYoung) return listing.all;
    const at = performance.now();
    const count = await transfer(() => client.countCollections());
    if (!listing || !isYoung || listing.count !== count) listing = { count, at, all: await list() };
    return listing.all;
  }

  return {
    async within(orgId, model, work) {
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const collection = await find(orgId, model);
        if (!collection) return undefined;
        try {
          return await work(collection);
        } catch (error) {
          if (!(error instanceof ChromaNotFoundError)) throw error;
          known.delete(collection.name);
        }
      }
      return undefined;
    },

    async creating(orgId, model, work) {
      for (let attempt = 0; ; attempt += 1) {
        const collection = await findOrCreate(orgId, model);
        try {
          return await work(collection);
        } catch (error) {
          if (!(error instanceof ChromaNotFoundError) || attempt >= 3) throw error;
          known.delete(collection.name);
        }
      }
    },

    async ofOrg(orgId, recent) {
      const own = new Map<string, OrgCollection>();
      for (const one of [...(await refreshListing(recent !== undefined)), ...known.values()])
        if (one.orgId === orgId) own.set(one.name, one);
      return [...own.values()];
    },

    async remove({ name }) {
      known.delete(name);
      listing = undefined;
      await transfer(() => client.deleteCollection({ name })).catch((error: unknown) => {
        if (!(error instanceof ChromaNotFoundError)) throw error;
      });
    },
  };
}

async function* listAll(client: ChromaClient, transfer: Connection["transfer"]): AsyncGenerator<Collection> {
  for (let offset = 0; ; offset += PAGE) {
    const page = await transfer(() => client.listCollections({ limit: PAGE, offset }));
    yield* page;
    if (page.length < PAGE) return;
  }
}

/** Returns the organization and model of a collection; undefined when it is not one of this service's. */
function ownerOf(
  { name, metadata }: Collection,
  prefix: string,
): { orgId: string; model: string } | undefined {
  const { orgId, model } = metadata ?? {};
  return name.startsWith(`${prefix}.`) && typeof orgId === "string" && typeof model === "string"
    ? { orgId, model }
    : undefined;
}

/**
 * When two processes create the same collection at the same time, Chroma may report to one that it exists already.
 */
function createOnce(
  client: ChromaClient,
  name: string,
  metadata: { orgId: string; model: string },
): Promise<Collection> {
  return client
    .getOrCreateCollection({ name, metadata, embeddingFunction: null, configuration: { hnsw: INDEX } })
    .catch((error: unknown) => {
      if (error instanceof ChromaUniqueError) return client.getCollection({ name });
      throw error;
    });
}
